import { MIN_PASSWORD } from "#shared/rules/accounts.ts";

const COUNT = 3_000;

let common: Promise<ReadonlySet<string>> | undefined;

/** Loads the list at the first use: it takes longer than the rest of the start. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const chosen = [...dictionary["passwords-common"]].filter(({ length }) => length >= MIN_PASSWORD);
  return new Set(chosen.slice(0, COUNT));
}

/** True for the most common passwords that are long enough to be chosen, whatever their case. */
export async function isCommon(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(password.toLowerCase());
}
