import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ThemeSwitch } from "#components/shell/preferences.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ToastProvider } from "#components/ui/toast.tsx";
import { env } from "#lib/env.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { ConfirmSpecimen, ToastSpecimen, ReaderSpecimen } from "#app/gallery/client-specimens.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Table } from "#components/ui/table/table.tsx";
import {
  sampleBars,
  sampleDots,
  sampleForest,
  sampleMatrix,
  sampleReliability,
  sampleScatter,
  sampleWright,
  sampleStacked,
} from "#lib/figures/samples.ts";
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
import type { ReaderWords } from "#components/reading/words.ts";
import { Reading } from "#components/task-kinds/registry.tsx";
import type { ReactNode } from "react";
import { type Column, DataTable, type Row } from "#components/ui/table/data-table.tsx";

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
    </>
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

const downloads = (format: string) => `#${format}`;

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

const words = {
  conversation: "Conversation",
  candidates: "Candidates",
  thinks: "thinks",
  says: "says",
  unknown: "Unknown speaker",
  question: "Who is speaking?",
  more: "Show whole profiles",
  less: "Show their first lines",
};

const letter = {
  form: "dialogue",
  turns: [
    {
      speaker: "Agnes Thorne",
      parts: [
        { type: "thought", text: "The seal has been broken and pressed again. He takes me for a fool." },
        { type: "manner", text: "turning the letter to the window" },
        {
          type: "speech",
          text: "It came by the evening boat, you say? And nobody has had it in hand since?",
        },
      ],
    },
    {
      speaker: null,
      parts: [
        { type: "thought", text: "If she asks to see the wax, I’m done for." },
        { type: "speech", text: "Nobody, Miss Thorne." },
        { type: "manner", text: "too quickly" },
        { type: "speech", text: "I carried it up from the quay myself, under my coat, for the rain." },
      ],
    },
  ],
  profiles: [
    "The pilot’s boy, fifteen, quick with his tongue and quicker with his feet. He runs errands between the quay and the lighthouse, can’t yet read a chart, and is proud that he can read anything else. He owes the chandler for a knife and would do a good deal to have that forgotten before his mother hears of it.",
    "Keeps the chandlery and the post.",
    null,
    "Søren Dvořák, called Old Zoë’s brother. <b>Bold</b> in everything but speech.",
  ],
};

const tea = {
  form: "dialogue",
  turns: [
    {
      speaker: "何掌柜",
      parts: [
        { type: "thought", text: "他今天又来晚了，袖口还沾着桐油。" },
        { type: "manner", text: "擦着桌子，没有抬头" },
        { type: "speech", text: "船修好了？昨天有人来打听 2026 号渡船，说是要“包一整天”。" },
      ],
    },
    {
      speaker: null,
      parts: [
        { type: "thought", text: "不能让他知道那人是谁。" },
        { type: "speech", text: "修好了。" },
        { type: "manner", text: "坐下，把帽子扣在膝上" },
        { type: "speech", text: "茶还是老样子——浓一点。" },
      ],
    },
  ],
  profiles: [
    "渡口的老船工，话少，记性好。年轻时在上游放过木排，认得每一处暗礁，也认得每一个欠过他船钱的人。近来总有生人找他，他从不对旁人说起，只是来茶馆的时辰一天比一天晚。镇上的人都说他在替谁守着什么东西，他听见了也只是笑笑，把茶喝完就走。",
    "他的孙女，在城里念书，放假才回来。",
    "茶馆的伙计，爱打听。",
  ],
};

const plain = {
  form: "text",
  text: `A: Is the tide in?\n    B: It was.\n\n${"unbroken".repeat(20)} שלום <script>`,
  profiles: [null, null],
};

function ReadingSpecimens({ reader }: { reader: ReaderWords }) {
  return (
    <>
      <Specimen title="A case to read">
        <Reading
          kind="choice"
          content={letter}
          names={["Tom Pellow", "Wenna Pascoe", "Agnes Thorne", "The harbour master"]}
          language="en"
          words={words}
        />
      </Specimen>
      <Specimen title="A case to read in Chinese">
        <Reading
          kind="choice"
          content={tea}
          names={["陆老大", "陆晚舟", "小满"]}
          language="zh-CN"
          words={words}
        />
      </Specimen>
      <Specimen title="A case that is plain text">
        <Reading kind="choice" content={plain} names={["Ada Moor", "ندى"]} language="en" words={words} />
      </Specimen>
      <Specimen title="A long text to read">
        <ReaderSpecimen words={reader} />
      </Specimen>
      <Specimen title="Mixed languages">
        <p className="reading measure">
          She read the line aloud, <span lang="zh-CN">“路漫漫其修远兮，吾将上下而求索”</span>, and then
          explained it: <em>the road is long, and I shall search high and low.</em> Søren Dvořák and Zoë
          nodded.
        </p>
        <div lang="zh-CN" className="reading measure grid gap-3">
          <p>
            他放下手里的书，看了看窗外。“你是说，<em>昨天</em>
            已经有人来过了？”她没有马上回答，只是把茶杯推到他面前——像从前一样。
          </p>
          <p>
            这一段夹着英文：<span lang="en">“Who is speaking?”</span> 以及数字 2026 和缩写
            API，它们之间应当留出适当的空隙。
          </p>
        </div>
      </Specimen>
    </>
  );
}

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

function TokenSpecimens() {
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

function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <h2 className="border-b border-line pb-1 text-lg font-semibold">{title}</h2>
      {children}
    </div>
  );
}

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

const tableWords = { filter: "Filter", shown: "{shown} of {total}", noMatch: "No row matches the filter." };

function TableSpecimens({ theme }: { theme: string }) {
  return (
    <Specimen title="Table">
      <DataTable
        caption={`People, ${theme}`}
        columns={columns}
        rows={rows}
        words={tableWords}
        empty={<p>Nobody yet.</p>}
        name={theme}
      />
    </Specimen>
  );
}
