/* Runs before the first paint, so that a chosen theme doesn't flash. */
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // nothing is kept here, so nothing was chosen
}
