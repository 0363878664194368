import { detailsOf } from "./report.ts";

/** What a report should say, for somebody to copy. */
export function ErrorDetails({ error }: { error: unknown }) {
  return (
    <dl>
      {detailsOf(error).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
