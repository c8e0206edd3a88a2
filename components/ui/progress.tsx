import { useId } from "react";

type Props = {
  label: string;
  /** Absent while nobody can say how much there is to do. */
  value?: number;
  max?: number;
  /** Rows, rate, time left: in words, below the bar. */
  facts?: readonly string[];
};

export function Progress({ label, value, max = 1, facts = [] }: Props) {
  const id = useId();
  const share = value === undefined ? null : Math.floor((100 * value) / Math.max(max, 1e-9));
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <span id={id} className="font-medium">
          {label}
        </span>
        {share !== null && <span className="figures text-ink-muted">{share}%</span>}
      </div>
      <progress
        aria-labelledby={id}
        aria-valuetext={[share === null ? "" : `${share}%`, ...facts].filter(Boolean).join(", ") || undefined}
        value={value}
        max={max}
        className="h-2.5 w-full overflow-hidden rounded-full"
      />
      {facts.length > 0 && (
        <p className="figures flex flex-wrap gap-x-4 text-sm text-ink-muted">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
    </div>
  );
}
