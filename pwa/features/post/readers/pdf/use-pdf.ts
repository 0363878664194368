import { useEffect, useRef, useState } from "react";
import type { PdfDocument } from "../../../../lib/pdf/reader-pdf.ts";
import { keepPdfReader } from "../../../../offline/readers/keep.ts";
import type { ReaderFault } from "../reader.ts";

export type Engine = typeof import("../../../../lib/pdf/reader-pdf.ts");

export type PdfState =
  | { status: "opening"; part: number }
  | { status: "password"; isRetry: boolean; answer: (password: string) => void }
  | { status: "failed"; fault: ReaderFault }
  | { status: "ready"; document: PdfDocument; engine: Engine };

export interface OpenPdf {
  state: PdfState;
  /** Opens the file again, in another worker; one that is busy is ended. */
  reopen: () => void;
}

/** Opens a PDF; what is there of an earlier opening stays until the next one is ready. */
export function usePdf(address: string): OpenPdf {
  const [state, setState] = useState<PdfState>({ status: "opening", part: 0 });
  const [attempt, setAttempt] = useState(0);
  const password = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the file again
  useEffect(() => {
    let isOver = false;
    let close = () => {};
    const show = (next: PdfState) => isOver || setState(next);
    const open = async () => {
      const engine = await import("../../../../lib/pdf/reader-pdf.ts").catch(() => undefined);
      if (isOver) return;
      if (engine === undefined) return show({ status: "failed", fault: "reader" });
      const opening = engine.openPdf(address, {
        onProgress: (part) => setState((now) => (now.status === "opening" ? { ...now, part } : now)),
        onPassword: (answer, isRetry) => {
          // Known from an earlier opening.
          if (password.current !== undefined && !isRetry) return answer(password.current);
          show({
            status: "password",
            isRetry,
            answer(typed) {
              password.current = typed;
              setState({ status: "opening", part: 0 });
              answer(typed);
            },
          });
        },
      });
      close = opening.close;
      try {
        show({ status: "ready", document: await opening.document, engine });
        void keepPdfReader().catch((error: unknown) =>
          console.warn("The reader could not be stored.", error),
        );
      } catch (error) {
        show({ status: "failed", fault: error instanceof engine.PdfError ? error.fault : "broken" });
      }
    };
    void open();
    return () => {
      isOver = true;
      close();
    };
  }, [address, attempt]);
  const reopen = () => {
    setState({ status: "opening", part: 0 });
    setAttempt((last) => last + 1);
  };
  return { state, reopen };
}
