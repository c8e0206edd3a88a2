import { SelectField } from "#components/ui/fields/select-field.tsx";

type Props = {
  name: string;
  label: string;
  runs: readonly { id: number; name: string }[];
  chosen: number | undefined;
  /** What choosing no run is called, where that can be done. */
  none?: string;
};

export const RunSelect = ({ name, label, runs, chosen, none }: Props) => (
  <SelectField name={name} label={label} defaultValue={chosen ?? ""}>
    {none !== undefined && <option value="">{none}</option>}
    {runs.map((run) => (
      <option key={run.id} value={run.id}>
        {run.name}
      </option>
    ))}
  </SelectField>
);
