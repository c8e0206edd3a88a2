import { SelectField } from "#components/ui/fields/select-field.tsx";
import { runLabel, type RunName } from "#lib/studies/run-names.ts";

type Props<R extends RunName> = {
  label: string;
  hint: string;
  error?: string | undefined;
  /** What choosing none is called, where that can be. */
  none?: string;
  /** A chosen run that is no longer among the runs. */
  gone?: RunName | null;
  /** The place among the runs; -1: none of them. */
  chosen: number;
  runs: readonly R[];
  onRun: (run: R | null) => void;
};

/** One of the runs of a benchmark. */
export function RunSelect<R extends RunName>(props: Props<R>) {
  const { none, gone, chosen, runs, onRun, ...field } = props;
  return (
    <SelectField
      {...field}
      value={gone ? "gone" : chosen < 0 ? "" : String(chosen)}
      onChange={({ target }) => onRun(target.value === "" ? null : (runs[Number(target.value)] ?? null))}
    >
      {none !== undefined && <option value="">{none}</option>}
      {gone && (
        <option value="gone" disabled>
          {runLabel(gone)}
        </option>
      )}
      {runs.map((run, index) => (
        <option key={runLabel(run)} value={String(index)}>
          {runLabel(run)}
        </option>
      ))}
    </SelectField>
  );
}
