/** A chunk of its own (vite.config.ts): evaluating React's DOM takes long enough to be a step by itself (public/start.js). */
export { createRoot, hydrateRoot } from "react-dom/client";
