"""The pocket: this very site in a browser, for a table without a network. Without this folder all goes on."""
