import "./app/zod-setup.ts";
import "./app/tokens.css";
import "./app/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { restoreFocus } from "./app/focus.ts";
import { queryClient } from "./app/query-client.ts";
import { router } from "./app/router.ts";
import { registerWorker } from "./app/worker.ts";

restoreFocus(router);
registerWorker();

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
