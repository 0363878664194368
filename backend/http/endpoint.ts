/** Binds a contract to its handler; each request passes five steps, which enforce the contract (decision 0025). */
import type { Router, RouterContext } from "@koa/router";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { admit } from "./admit.ts";
import { writeAnswer } from "./answer.ts";
import { FileAnswer } from "./answer-forms.ts";
import { compressBody } from "./compress.ts";
import { conditionalGet } from "./conditional-get.ts";
import { unavailable } from "./errors.ts";
import type { Handler, Route, Services } from "./handler.ts";
import { parse } from "./parse.ts";
import { rememberWrite } from "./read-replica.ts";
import { run } from "./run.ts";
import { logSecurity } from "./security-log.ts";
import { sendFile } from "./send-file.ts";

export type { Input, Services } from "./handler.ts";

/** A contract and its handler, with types erased so that different ones fit in one list. */
export interface Mounted {
  contract: Endpoint;
  attach(router: Router, services: Services): void;
}

/** Pairs a contract with its handler. */
export function mount<E extends Endpoint>(contract: E, handler: Handler<E>): Mounted {
  return {
    contract,
    attach(router, services) {
      const count = services.rateLimits(contract);
      const route: Route = { contract, handler: handler as Route["handler"], services, count };
      const respond = contract.heavy === true ? respondInTurn : respondAtOnce;
      router.register(contract.path, [contract.method], (ctx) => respond(ctx, route));
    },
  };
}

async function respondAtOnce(ctx: RouterContext, route: Route): Promise<void> {
  const caller = await admit(ctx, route);
  const conditional = conditionalGet(ctx, route);
  if (conditional.isCurrent()) return;
  const input = await parse(ctx, route, caller);
  const answer = await run(ctx, route, { ...caller, ...input, search: conditional.search }).catch((error) => {
    logSecurity(ctx, route, caller, error);
    throw error;
  });
  logSecurity(ctx, route, caller);
  if (answer instanceof FileAnswer) {
    const { config, deadline } = route.services;
    return await sendFile(ctx, { ...answer.file, access: config.ACCESS }, deadline);
  }
  rememberWrite(ctx, route);
  writeAnswer(ctx, route, answer, conditional);
}

/**
 * Limits memory: a response takes several times its size before compression, which adds up to 20 MB. The
 * process is single-threaded anyway; a few concurrent ones keep the database and compression busy.
 */
const heavyAnswers = new ConcurrencyLimit({
  concurrency: 4,
  maxQueued: 1_000,
  busyError: () => unavailable("Too many requests at once. Try again."),
});

async function respondInTurn(ctx: RouterContext, route: Route): Promise<void> {
  await heavyAnswers.run(async () => {
    await respondAtOnce(ctx, route);
    await compressBody(ctx);
  });
}
