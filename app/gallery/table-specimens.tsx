import { Badge } from "#components/ui/badge.tsx";
import { type Column, DataTable, type Row } from "#components/ui/table/data-table.tsx";
import { Specimen } from "#app/gallery/specimen.tsx";

const columns: Column[] = [
  { key: "name", label: "Name", sortable: true },
  { key: "state", label: "State" },
  { key: "answers", label: "Answers", numeric: true, sortable: true },
  { key: "minutes", label: "Minutes", numeric: true, sortable: true },
];

const people = [
  ["Ada", "Active", 50, 41.5],
  ["Bo", "Active", 9, 7.25],
  ["Chen 晨", "Not yet here", null, null],
  ["Dagny", "Deactivated", 118, 103],
] as const;

const rows: Row[] = people.map(([name, state, answers, minutes]) => ({
  id: name,
  text: `${name} ${state}`,
  sort: { name, answers, minutes },
  cells: {
    name,
    state: <Badge tone={state === "Active" ? "success" : "neutral"}>{state}</Badge>,
    answers: answers ?? "none",
    minutes: minutes?.toFixed(1) ?? "none",
  },
}));

const words = { filter: "Filter", shown: "{shown} of {total}", noMatch: "No row matches the filter." };

export function TableSpecimens({ theme }: { theme: string }) {
  return (
    <Specimen title="Table">
      <DataTable
        caption={`People, ${theme}`}
        columns={columns}
        rows={rows}
        words={words}
        empty={<p>Nobody yet.</p>}
        name={theme}
      />
    </Specimen>
  );
}
