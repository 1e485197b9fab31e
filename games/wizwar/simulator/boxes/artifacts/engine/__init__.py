"""«Дополнение 2» of «Маго-бой»: artifacts, wishes, the curse, three forms; `kit` tells the base engine."""
