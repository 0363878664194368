/** Messages between a page and its workers, the same for every worker (docs/decisions/0028). Values are cloned. */

/** Methods of a worker by name. Arguments and results must be cloneable. */
export type Methods<M> = { [N in keyof M]: (...args: never[]) => unknown };

export interface Request {
  id: number;
  method: string;
  args: unknown[];
}

export type Message =
  | { id: number; result: unknown }
  | { id: number; error: { name: string; message: string } }
  | { event: string; value: unknown };
