import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ThemeSwitch } from "#components/shell/preferences.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ToastProvider } from "#components/ui/toast.tsx";
import { env } from "#lib/env.ts";
import { ReadingSpecimens } from "#app/gallery/reading-specimens.tsx";
import { TableSpecimens } from "#app/gallery/table-specimens.tsx";
import { TokenSpecimens } from "#app/gallery/token-specimens.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { ConfirmSpecimen } from "#app/gallery/confirm-specimen.tsx";
import { Specimen } from "#app/gallery/specimen.tsx";
import { ToastSpecimen } from "#app/gallery/toast-specimen.tsx";
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
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { PasswordField } from "#components/ui/fields/password-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export const metadata: Metadata = { title: "Gallery" };

export default async function GalleryPage() {
  if (!env.galleryEnabled) notFound();
  const t = await getTranslations("gallery");
  const { reader } = await getMessages();
  const shell = await getTranslations("shell");
  return (
    <ToastProvider words={{ region: shell("notifications"), close: shell("close") }}>
      <SkipLink />
      <header className="flex items-center justify-between px-4 py-2 sm:px-6">
        <Wordmark />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        <div className="px-4 pt-6 sm:px-6">
          <PageHeader title={t("title")} intro={t("intro")} />
        </div>
        <div className="grid lg:grid-cols-2">
          {(["light", "dark"] as const).map((theme) => (
            <div
              key={theme}
              data-theme={theme}
              className="grid min-w-0 content-start gap-10 bg-surface p-4 text-ink sm:p-8"
            >
              <TokenSpecimens />
              <ActionSpecimens theme={theme} />
              <FormSpecimens />
              <StateSpecimens />
              <TableSpecimens theme={theme} />
              <ReadingSpecimens reader={reader} />
              <FigureSpecimens theme={theme} />
            </div>
          ))}
        </div>
      </main>
    </ToastProvider>
  );
}

function ActionSpecimens({ theme }: { theme: string }) {
  return (
    <>
      <ButtonSpecimen />
      <DialogSpecimen />
      <TabSpecimen theme={theme} />
    </>
  );
}

function ButtonSpecimen() {
  return (
    <Specimen title="Buttons">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary">Save</Button>
        <Button>Preview</Button>
        <Button variant="quiet">Not now</Button>
        <Button variant="danger">Deactivate</Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" busy>
          Saving…
        </Button>
        <Button disabled>Not available</Button>
        <Button size="small">Small</Button>
        <ButtonLink href="/gallery">A link</ButtonLink>
      </div>
    </Specimen>
  );
}

function DialogSpecimen() {
  return (
    <Specimen title="Dialogs and notices">
      <div className="flex flex-wrap gap-3">
        <Dialog
          trigger={<Button>Open a dialog</Button>}
          title="A new link for Ada"
          description="It signs Ada in once and then stops working."
          closeLabel="Close"
        >
          <DialogActions>
            <DialogClose>Cancel</DialogClose>
            <Button variant="primary">Make the link</Button>
          </DialogActions>
        </Dialog>
        <ConfirmSpecimen />
        <ToastSpecimen />
      </div>
      <CopyableLink
        label="Link for Ada"
        value="https://study.example.org/enter/4fQ1s0X8m2Lr7bTz"
        words={{ copy: "Copy", copied: "Copied.", selected: "Selected. Press Ctrl+C (or ⌘C) to copy it." }}
      />
    </Specimen>
  );
}

function TabSpecimen({ theme }: { theme: string }) {
  return (
    <Specimen title="Tabs">
      <Tabs
        label={`Tracks, ${theme}`}
        items={[
          { value: "literary", label: "Literary", content: <p>Novels and stories.</p> },
          { value: "drama", label: "Drama", content: <p>Plays and scripts.</p> },
          { value: "expertise", label: "Expertise", content: <p>Talk among specialists.</p> },
        ]}
      />
      <TabLinks
        label={`Ways to sign in, ${theme}`}
        items={[
          { href: "/gallery", label: "Participant code", current: true },
          { href: "/gallery?as=staff", label: "Name and password", current: false },
        ]}
      />
    </Specimen>
  );
}

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

function FigureSpecimens({ theme }: { theme: "light" | "dark" }) {
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

function FormSpecimens() {
  return (
    <Specimen title="Fields">
      <TextField
        name="name"
        label="Name"
        hint="As the others should see it."
        defaultValue="Ada"
        autoComplete="off"
      />
      <TextField
        name="handle"
        label="Sign-in name"
        error="Somebody else has that sign-in name."
        defaultValue="ada"
        autoComplete="off"
      />
      <TextField name="locked" label="Participant code" defaultValue="amber-otter-lake" disabled />
      <PasswordField
        name="password"
        label="Password"
        hint="12 characters or more."
        words={{ show: "Show", hide: "Hide" }}
        autoComplete="off"
      />
      <SelectField name="role" label="Role" defaultValue="researcher">
        <option value="participant">Participant</option>
        <option value="researcher">Researcher</option>
        <option value="admin">Admin</option>
      </SelectField>
      <TextAreaField name="note" label="Note" hint="Only admins see it." rows={3} />
      <CheckboxField name="agree" label="I have read this" defaultChecked />
      <CheckboxField name="again" label="Ask me again" error="Please choose." hint="Once a month at most." />
      <FormMessage>That name and password don’t go together.</FormMessage>
    </Specimen>
  );
}

function StateSpecimens() {
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
