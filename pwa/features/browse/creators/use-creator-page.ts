import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useHydrated } from "../../../lib/environment.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import type { PageWithSimilar } from "../../search/creators/find.ts";
import { foundCreatorsQuery, LIST } from "../../search/creators/found-api.ts";
import { onListChange } from "../../search/creators/list-client.ts";
import type { CreatorSearch } from "../../search/creators/search.ts";
import { creatorPageQuery } from "./api.ts";

/** A page of creators from the first source to respond, server or device; `found` is undefined until then. */
export function useCreatorPage(search: CreatorSearch): {
  found: PageWithSimilar | undefined;
  error: Error | null;
  refetch: () => void;
} {
  const client = useQueryClient();
  const isHydrated = useHydrated();
  useEffect(() => onListChange(() => void client.invalidateQueries({ queryKey: LIST })), [client]);
  const whole = useQuery({ ...foundCreatorsQuery(search), placeholderData: keepPreviousData });
  const first = useQuery({
    ...creatorPageQuery(search),
    enabled: whole.data === undefined && search.q === undefined,
  });
  // Text queries always use the whole list.
  const early = first.data &&
    search.q === undefined && {
      count: first.data.count,
      offset: offsetNumber(search.o),
      shown: first.data.artists,
      similar: [],
    };
  return {
    // Hydration uses the server's page, even if the whole list loads first.
    found: (isHydrated || !early ? whole.data : undefined) ?? (early || undefined),
    error: first.isFetching ? null : whole.error, // not while the other source is loading
    refetch: () => void whole.refetch(),
  };
}
