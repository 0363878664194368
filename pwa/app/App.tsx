import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect } from "react";
import { useLocale } from "../i18n/initial.ts";
import type { AppRouter } from "./router.ts";

export interface AppProps {
  router: AppRouter;
  queryClient: QueryClient;
  /** Called once the first render is interactive. */
  onReady?: () => unknown;
}

/** The app, for browser and server. */
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

/** Remounts everything when the language changes. */
function LocalizedRouter({ router }: { router: AppRouter }) {
  return <RouterProvider key={useLocale()} router={router} />;
}
