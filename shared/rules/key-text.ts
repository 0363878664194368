import { z } from "zod/mini";

/**
 * Text of a key from outside, such as a creator's id: PostgreSQL rejects a zero byte.
 * @param problem message for a value that is no text
 */
export const keyText = (problem?: string) => z.string(problem).check(z.regex(/^[^\0]+$/), z.maxLength(200));
