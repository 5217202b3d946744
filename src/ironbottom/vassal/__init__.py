"""Reading an owner's VASSAL module: its pieces, boards, set-ups and turn track, and what of them a game's data lack.

A module (`.vmod`) is a zip file with `buildFile.xml` (`buildFile` in older ones), `images/` and saved positions. The
form is the one that VASSAL's reference manual and its published sources describe. Nothing of a module is run, nothing
is unpacked to the disk, and all that comes from it is a suggestion to its owner.
"""
