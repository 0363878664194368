import { dictionary } from "@zxcvbn-ts/language-common";
import { MIN_PASSWORD } from "#shared/rules/accounts.ts";

const COUNT = 3_000;

/** The most common passwords that are long enough to be chosen, in lower case. */
const common: ReadonlySet<string> = new Set(
  [...dictionary["passwords-common"]].filter(({ length }) => length >= MIN_PASSWORD).slice(0, COUNT),
);

export const isCommon = (password: string) => common.has(password.toLowerCase());
