import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DeviceQuestion } from "../../offline/search/worker-api.ts";

const NOTHING = { posts: [], total: 0, size: 0 };

/** What is found among the posts on this device. Its code and its worker come with the first question. */
export function deviceQuery(question: DeviceQuestion | undefined) {
  return queryOptions({
    queryKey: ["offline-search", question],
    queryFn: async () => {
      if (question === undefined) return NOTHING;
      const { searchDevice } = await import("../../offline/search/client.ts");
      return searchDevice(question);
    },
    placeholderData: keepPreviousData,
    networkMode: "always",
    staleTime: 5_000,
    gcTime: 60_000,
    retry: false,
  });
}

/** Lets the index be ready when the first words are typed. */
export function warmDevice(): void {
  void import("../../offline/search/client.ts").then(
    ({ warm }) => warm(),
    () => {}, // whoever asks is told
  );
}
