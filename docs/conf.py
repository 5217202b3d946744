"""How the documents become a site of their own: `make docs`."""

project = "Ironbottom"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Ironbottom"
if tags.has("site"):  # noqa: F821
    # the game lies one folder above
    html_theme_options = {"announcement": '<a href="../index.html">Play Ironbottom in this browser</a>'}
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
myst_heading_anchors = 3
exclude_patterns = ["conf.py"]
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
