/** A chunk of its own (vite.config.ts): setting up React's DOM takes long enough to be a step by itself (app/early.js). */
export { createRoot } from "react-dom/client";
