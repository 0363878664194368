// Runs before the first paint so that a stored theme never flashes; a file of its own because the policy allows no inline script.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark" || theme === "black") {
      document.documentElement.dataset.theme = theme;
      document.documentElement.style.colorScheme = theme === "light" ? "light" : "dark";
    }
  } catch {
    // Storage may be blocked; the system's theme is used then.
  }
})();
