import { detailsOf } from "./report.ts";

/** Error details to copy into a report. */
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
