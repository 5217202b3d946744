"""The games in the vocabularies of research: OpenSpiel's and PettingZoo's (`pip install ironbottom[research]`)."""
