import { Specimen } from "#app/gallery/specimen.tsx";

const grounds = [
  ["Surface", "bg-surface"],
  ["Raised", "bg-raised"],
  ["Sunken", "bg-sunken"],
  ["Accent tint", "bg-accent-tint"],
] as const;

const data = [
  ["People", "bg-people"],
  ["Model", "bg-model"],
  ["Selecting", "bg-selecting"],
] as const;

export function TokenSpecimens() {
  return (
    <Specimen title="Type and colour">
      <p className="text-3xl font-semibold tracking-tight">Who is speaking?</p>
      <p className="reading">
        Reading text, with <em>a thought set apart</em>, <strong>weight</strong> and 0123456789.
      </p>
      <p className="text-sm text-ink-muted">Small and muted, for hints.</p>
      <p className="figures">
        1,111.10
        <br />
        8,888.88
      </p>
      <ul className="grid grid-cols-2 gap-2 text-sm sm:grid-cols-4">
        {grounds.map(([name, look]) => (
          <li key={name} className={`${look} rounded-md border border-line px-3 py-4`}>
            {name}
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {data.map(([name, look]) => (
          <li key={name} className="flex items-center gap-2">
            <span className={`${look} size-3 rounded-full`} aria-hidden />
            {name}
          </li>
        ))}
      </ul>
    </Specimen>
  );
}
