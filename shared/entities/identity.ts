import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/** An account's login with a provider. */
export const Identity = z.object({
  id: z.int(),
  /** Id of the provider; null if it is not configured anymore. */
  provider: z.nullable(z.string()),
  /** Name of the provider. */
  label: z.string(),
  /** Name of the person there. */
  name: z.string(),
  created_at: Iso,
  /** Time of the last login with it. */
  used_at: z.nullable(Iso),
});
export type Identity = z.infer<typeof Identity>;

/** Page of a provider that ends the session there. */
export const ProviderLogout = z.object({ label: z.string(), address: z.string() });
export type ProviderLogout = z.infer<typeof ProviderLogout>;
