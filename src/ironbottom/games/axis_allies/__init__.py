"""Axis & Allies: Guadalcanal (Larry Harris; Avalon Hill 2007, Renegade 2024). Its rules, chapter by chapter."""
