import { queryOptions } from "@tanstack/react-query";
import { getSchema } from "#shared/contracts/reference.ts";
import type { OpenApi } from "#shared/entities/openapi.ts";
import { call } from "../../../api/call.ts";
import { ContractError } from "../../../api/errors.ts";

/** OpenAPI description published by this server. */
export function descriptionQuery() {
  return queryOptions({
    queryKey: ["reference"],
    queryFn: async ({ signal }) => {
      const answer: unknown = await call(getSchema, { signal });
      if (!isOpenApi(answer)) throw new ContractError("/api/schema: not OpenAPI 3.1");
      return answer;
    },
    staleTime: 10 * 60_000,
  });
}

function isOpenApi(value: unknown): value is OpenApi {
  return typeof value === "object" && value !== null && "openapi" in value && value.openapi === "3.1.0";
}
