import { useQuery } from "@tanstack/react-query";
import { useLocale } from "./index.ts";
import { loadTexts } from "./texts.ts";

/** Loads the long texts of the active language. @returns true once loaded */
export function useTexts(): boolean {
  const locale = useLocale();
  const { isPending } = useQuery({
    queryKey: ["texts", locale],
    queryFn: () => loadTexts().then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
  });
  return !isPending;
}
