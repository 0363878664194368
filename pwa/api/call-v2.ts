import { z } from "zod/mini";
import type { JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { type CallInput, call } from "./call.ts";

/** Endpoint of `/v2` with a body. */
type V2 = JsonEndpoint & { body: z.ZodMiniType; envelope: string };

/** Calls an endpoint of `/v2`, whose bodies stand in an envelope. @throws the errors of `call` */
export async function callV2<E extends V2>(
  endpoint: E,
  { body, ...input }: CallInput<E>,
): Promise<z.output<E["response"]>> {
  const { envelope: type, ...plain } = endpoint;
  const wrapped = {
    ...plain,
    body: z.object({ type: z.string(), data: endpoint.body }),
    response: z.object({ type: z.string(), data: endpoint.response }),
  };
  const answer = await call(
    wrapped as unknown as JsonEndpoint,
    { ...input, body: { type, data: body } } as object,
  );
  return (answer as { data: z.output<E["response"]> }).data;
}
