import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect } from "react";
import { useLocale } from "../i18n/initial.ts";
import type { AppRouter } from "./router.ts";

export interface AppProps {
  router: AppRouter;
  queryClient: QueryClient;
  /** The first render is in the document and can be used. */
  onReady?: () => unknown;
}

/** The whole app, rendered in the browser and on the server. */
export function App({ router, queryClient, onReady }: AppProps) {
  useEffect(() => void onReady?.(), [onReady]);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LocalizedRouter router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}

/** A change of language renders everything from scratch. */
function LocalizedRouter({ router }: { router: AppRouter }) {
  return <RouterProvider key={useLocale()} router={router} />;
}
