"""How dates are written where nothing else is said: the operators' admin, in English and UTC."""
