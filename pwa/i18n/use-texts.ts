import { useQuery } from "@tanstack/react-query";
import { useLocale } from "./index.ts";
import { loadTexts } from "./texts.ts";

/** Loads the long texts in the language in use. @returns whether they are there */
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
