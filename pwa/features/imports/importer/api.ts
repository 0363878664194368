import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { getImport, getImporter, listImports, listKeys } from "#shared/contracts/importer.ts";
import { IMPORT_STATES, STATUS_POLL_MS } from "#shared/rules/importer.ts";
import { isService } from "#shared/services/index.ts";
import { call } from "../../../api/call.ts";
import { HttpError } from "../../../api/errors.ts";
import { ACCOUNT_KEY, accountCall } from "../../../offline/account/call.ts";

export type Importer = z.output<typeof getImporter.response>;

export function importerQuery() {
  return queryOptions({
    queryKey: ["importer"],
    queryFn: ({ signal }) => call(getImporter, { signal }),
    staleTime: 0,
  });
}

/** Polled until the import ends or is not found. Never stored, as anyone with the device could read it. */
export function importQuery(id: string) {
  return queryOptions({
    queryKey: ["import", id],
    queryFn: ({ signal }) => call(getImport, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      (data !== undefined && data.finished_at !== null) || isMissing(error) ? false : STATUS_POLL_MS,
  });
}

export const isMissing = (error: unknown) => error instanceof HttpError && error.status === 404;

export function keysQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "keys"],
    queryFn: (context) => accountCall(listKeys, {}, context),
    staleTime: 0,
  });
}

export interface ImportFilter {
  o?: string | undefined;
  state?: string | undefined;
  service?: string | undefined;
}

export const IMPORTS_KEY = [ACCOUNT_KEY, "imports"] as const;

/** Ignores unknown values in the address. */
export function importsQuery({ o, state, service = "" }: ImportFilter) {
  const query = {
    o,
    state: IMPORT_STATES.find((one) => one === state),
    service: isService(service) ? service : undefined,
  };
  return queryOptions({
    queryKey: [...IMPORTS_KEY, query],
    queryFn: (context) => accountCall(listImports, { query }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: STATUS_POLL_MS,
  });
}
