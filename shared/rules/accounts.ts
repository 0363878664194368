/** Account fields, with the messages shown by server and forms. */
import { z } from "zod/mini";

export const MIN_USERNAME = 3;
export const MAX_USERNAME = 15;
export const MIN_PASSWORD = 5;
/** For the `pattern` attribute of an input. */
export const USERNAME_PATTERN = "[A-Za-z0-9_@+.\\-]*";

export const USERNAME_REQUIRED = "Username is required.";
export const USERNAME_LENGTH = `Username must be at least ${MIN_USERNAME} characters and no more than ${MAX_USERNAME} characters long.`;
export const USERNAME_MISMATCH = `Username doesn't match pattern ${USERNAME_PATTERN}`;
export const PASSWORD_REQUIRED = "Password is required.";
export const PASSWORD_LENGTH = `Password must have at least ${MIN_PASSWORD} characters.`;
export const PASSWORDS_DIFFER = "Passwords don't match.";
export const CURRENT_PASSWORD_REQUIRED = "Password cannot be empty.";
export const NEW_PASSWORD_REQUIRED = "New password cannot be empty.";
export const NEW_PASSWORD_LENGTH = `New password must have at least ${MIN_PASSWORD} characters.`;
export const NEW_PASSWORDS_DIFFER = "New password and confirmation do not match.";

const required = (message: string) => z.string(message).check(z.minLength(1, message));

/** Trimmed: keyboards of phones add a space behind a word. */
const Name = z.string(USERNAME_REQUIRED).check(z.trim(), z.minLength(1, USERNAME_REQUIRED));

/** Username of a new account. */
export const Username = Name.check(
  z.minLength(MIN_USERNAME, USERNAME_LENGTH),
  z.maxLength(MAX_USERNAME, USERNAME_LENGTH),
  z.regex(new RegExp(`^${USERNAME_PATTERN}$`), USERNAME_MISMATCH),
);
export const NewPassword = required(PASSWORD_REQUIRED).check(z.minLength(MIN_PASSWORD, PASSWORD_LENGTH));

/** Usernames are case-insensitive; lower-casing also makes rate limits count all spellings as one. */
const AnyCase = z.toLowerCase();

export const Credentials = z.strictObject(
  { username: Name.check(AnyCase), password: required(PASSWORD_REQUIRED) },
  "Expected a username and a password.",
);

/** Name and password of a new account. */
export const NewAccount = {
  username: Username,
  password: NewPassword,
  confirm_password: z.string(PASSWORDS_DIFFER),
};

/** For objects with the fields of `NewAccount`. */
export const passwordsMatch = z.refine<{ password: string; confirm_password: string }>(
  ({ password, confirm_password }) => password === confirm_password,
  { error: PASSWORDS_DIFFER, path: ["confirm_password"] },
);

export const PasswordChange = z
  .strictObject(
    {
      "current-password": required(CURRENT_PASSWORD_REQUIRED),
      "new-password": required(NEW_PASSWORD_REQUIRED).check(z.minLength(MIN_PASSWORD, NEW_PASSWORD_LENGTH)),
      "new-password-confirmation": z.string(NEW_PASSWORDS_DIFFER),
    },
    "Expected the current and the new password.",
  )
  .check(
    z.refine((sent) => sent["new-password"] === sent["new-password-confirmation"], {
      error: NEW_PASSWORDS_DIFFER,
      path: ["new-password-confirmation"],
    }),
  );

export const UsernameChange = z.strictObject(
  { username: Username, password: required(PASSWORD_REQUIRED) },
  "Expected a username and a password.",
);

export const PasswordProof = z.strictObject(
  { password: required(PASSWORD_REQUIRED) },
  "Expected a password.",
);

/** Crockford's Base32: no letter that looks like a digit. */
export const CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 100 bits. */
export const CODE_LENGTH = 20;

/** A recovery code as typed: any case, with or without hyphens and spaces, O for 0 and I or L for 1. */
const RecoveryCode = z
  .pipe(
    z.string("A recovery code is required."),
    z.transform((text) =>
      text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1"),
    ),
  )
  .register(z.globalRegistry, { type: "string" });

export const Recovery = z
  .strictObject(
    { code: RecoveryCode, ...NewAccount, username: Username.check(AnyCase) },
    "Expected a code, a username and a password.",
  )
  .check(passwordsMatch);

export const REGISTRATIONS = ["open", "invite", "closed"] as const;
/** Registration mode; `invite` requires an invitation. */
export type Registration = (typeof REGISTRATIONS)[number];

/** Open invitations of an account that is no administrator. */
export const MAX_OPEN_INVITATIONS = 5;
