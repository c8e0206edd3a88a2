import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Specimen } from "#app/gallery/specimen.tsx";

export function StateSpecimens() {
  return (
    <Specimen title="States">
      <Callout title="For your information">The study opens on Monday.</Callout>
      <Callout tone="success">Your password is saved.</Callout>
      <Callout tone="warning">Offline: 3 answers kept on this device, sending when you’re back.</Callout>
      <Callout tone="danger" title="The file was not read">
        Line 12, column 4: an option without a text. Nothing was stored.
      </Callout>
      <div className="flex flex-wrap gap-2">
        <Badge>Draft</Badge>
        <Badge tone="info">Invited</Badge>
        <Badge tone="success">Active</Badge>
        <Badge tone="warning">Paused</Badge>
        <Badge tone="danger">Deactivated</Badge>
      </div>
      <Progress
        label="Reading cases"
        value={12400}
        max={28565}
        facts={["12,400 of 28,565 rows", "4,800 rows a second", "about 4 seconds left"]}
      />
      <Progress label="Looking at the file" facts={["3,100 rows so far"]} />
      <Skeleton label="Loading" />
      <EmptyState title="Nothing here yet" action={<Button variant="primary">Add a benchmark</Button>}>
        Benchmarks come first: the cases that people and models answer.
      </EmptyState>
    </Specimen>
  );
}
