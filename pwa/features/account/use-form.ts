/** Form state, validated by the schema of the request, with errors by field. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { z } from "zod/mini";
import { problemText, refusalOf } from "./messages.ts";

type Problems = Readonly<Record<string, string>>;
/** Key of errors of the whole form. */
const FORM = "";

export interface Form {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  isSending: boolean;
  /** Errors by field name. */
  problems: Problems;
  /** Error of the whole form. */
  problem: string | undefined;
}

/** @param send called with the values by field name; its errors are shown */
export function useForm<S extends z.ZodMiniType>(
  schema: S,
  send: (values: z.input<S>) => Promise<unknown>,
): Form {
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const show = (found: Problems) => {
    setProblems(found);
    const first = [...(form.current?.elements ?? [])].find(
      (element) => element instanceof HTMLInputElement && element.name !== "" && element.name in found,
    );
    if (first instanceof HTMLInputElement) first.focus();
  };
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => {
      const { field, text } = refusalOf(error);
      const isThere = field !== undefined && form.current?.elements.namedItem(field) !== null;
      show({ [isThere ? field : FORM]: text });
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    form.current = event.currentTarget;
    const values = Object.fromEntries(new FormData(event.currentTarget)) as z.input<S>;
    const parsed = schema.safeParse(values);
    const found: Record<string, string> = {};
    for (const { path, message } of parsed.error?.issues ?? [])
      found[String(path[0] ?? FORM)] ??= problemText(message);
    show(found);
    if (parsed.success) mutate(values);
  };
  return { onSubmit, isSending: isPending, problems, problem: problems[FORM] };
}
