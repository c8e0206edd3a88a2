import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Table } from "#components/ui/table/table.tsx";
import {
  sampleBars,
  sampleDots,
  sampleForest,
  sampleMatrix,
  sampleReliability,
  sampleScatter,
} from "#lib/figures/samples.ts";
import { sampleWright } from "#lib/figures/wright-sample.ts";
import { sampleStacked } from "#lib/figures/stacked-sample.ts";
import { Specimen } from "#app/gallery/specimen.tsx";

const figures = {
  Forest: sampleForest(),
  Dots: sampleDots(40),
  Scatter: sampleScatter(2_000, true),
  Reliability: sampleReliability(),
  Bars: sampleBars(),
  Matrix: sampleMatrix(),
  Wright: sampleWright(),
  Stacked: sampleStacked(),
};

const downloads = { pdf: "#pdf", svg: "#svg", png: "#png", csv: "#csv" };

export function FigureSpecimens({ theme }: { theme: "light" | "dark" }) {
  return (
    <Specimen title="Figures">
      {Object.entries(figures).map(([name, figure]) => (
        <FigureFrame
          key={name}
          id={`figure-${name.toLowerCase()}-${theme}`}
          title={`${name}, ${theme}`}
          sentence={`What the ${name.toLowerCase()} shows in the ${theme} theme, made up.`}
          figure={figure}
          downloads={downloads}
          level={3}
          table={
            <Table
              caption={`${name} in numbers, ${theme}`}
              columns={[{ key: "name", label: "Name" }]}
              rows={[{ id: "one", cells: { name: "One" } }]}
            />
          }
        />
      ))}
    </Specimen>
  );
}
