import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { ScatterExplorer } from "#components/charts/scatter-explorer.tsx";
import { SizedFigure } from "#components/charts/sized-figure.tsx";
import { Table } from "#components/ui/table/table.tsx";
import {
  sampleBars,
  sampleDots,
  sampleForest,
  sampleMatrix,
  sampleReliability,
  sampleScatter,
} from "#lib/figures/samples.ts";
import { Specimen } from "#app/gallery/specimen.tsx";

const figures = {
  Forest: sampleForest(),
  Dots: sampleDots(40),
  Scatter: sampleScatter(120, true),
  Reliability: sampleReliability(),
  Bars: sampleBars(),
  Matrix: sampleMatrix(),
};

const crowd = sampleScatter(2_000, true);
const downloads = { svg: "#svg", png: "#png", csv: "#csv" };

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
        >
          {figure.kind === "scatter" && crowd.kind === "scatter" && (
            <ScatterExplorer points={crowd.input.points} words={crowd.input.words}>
              <SizedFigure figure={figure} labelledBy={`figure-scatter-${theme}-title`} />
            </ScatterExplorer>
          )}
        </FigureFrame>
      ))}
    </Specimen>
  );
}
