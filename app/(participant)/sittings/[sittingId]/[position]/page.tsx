import type { Metadata } from "next";
import { getLocale, getMessages } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { requireAnswering } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { withParts } from "#components/sitting/page/part-notice.tsx";
import { PracticePage } from "#components/sitting/page/practice-page.tsx";
import { SittingAtCase } from "#components/sitting/page/sitting-at-case.tsx";
import { casePlace, welcomeBack, pickPageWords } from "#components/sitting/page/page-words.ts";
import { SittingMenu } from "#components/sitting/sitting-menu.tsx";
import { messagesFor, messagesForAll, messagesForEach } from "#components/task-kinds/words.ts";
import { getOwnCase, revealPractice } from "#lib/sittings/serving/case-queries.ts";
import { whereInstead, whereNext } from "#lib/sittings/serving/where-next.ts";
import { readdirSync } from "node:fs";
import path from "node:path";
import { preload } from "react-dom";
import { env } from "#lib/env.ts";
import { needsItalic } from "#components/reading/italic.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

type Props = PageProps<"/sittings/[sittingId]/[position]">;

/** Which case it is of its kind: practice is counted apart. */
async function locate(params: Props["params"]) {
  const own = await requireAnswering(params);
  const asked = (await params).position;
  const { progress } = own.place;
  const at = progress.findIndex(({ position }) => String(position) === asked);
  const present = progress[at];
  if (!present) notFound();
  const alike = progress.filter(({ isPractice }) => isPractice === present.isPractice);
  return { ...own, at, present, number: alike.indexOf(present) + 1, count: alike.length };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { present, number, count } = await locate(params);
  const { sitting } = await getMessages();
  return { title: casePlace({ place: number, count, isPractice: present.isPractice, words: sitting }) };
}

type CaseLocation = Awaited<ReturnType<typeof locate>>;

export default async function CasePage({ params, searchParams }: Props) {
  const located = await locate(params);
  const { place, present } = located;
  const elsewhere = whereInstead(place.progress, present.position, place.questions);
  if (elsewhere !== null) redirect(`/sittings/${place.id}/${elsewhere}`);
  const asked = await searchParams;
  return (
    // Of no size of its own: where nothing may be translated, browsers are asked to leave it as it is.
    <div className="contents" translate={place.translation === false ? "no" : undefined}>
      <SkipLink />
      {present.isPractice ? (
        <Practice {...located} isChecked={asked.checked !== undefined} />
      ) : (
        <CountedCase {...located} isBack={"back" in asked} />
      )}
    </div>
  );
}

async function takeUp({ viewer, place, present }: CaseLocation) {
  const shown = await getOwnCase(viewer, place.id, present.position);
  if (!shown) notFound();
  preloadItalic(shown);
  const messages = await getMessages();
  const language = await getLocale();
  const pick = (of: typeof messages) => pickPageWords(of, language);
  return {
    shown,
    messages: messagesFor(present.asked.kind, messages),
    words: pick(messagesForAll(place.kinds, messages)),
    wordsOf: messagesForEach(place.kinds, messages, pick),
    progress: withParts(place, messages),
  };
}

async function CountedCase({ isBack, ...located }: CaseLocation & { isBack: boolean }) {
  const { place, present } = located;
  const { id, questions, msLeft } = place;
  const { shown, messages, words, wordsOf, progress } = await takeUp(located);
  return (
    <SittingAtCase
      sittingId={id}
      first={present.position}
      shown={shown}
      progress={progress}
      questions={questions}
      msLeft={msLeft}
      welcome={isBack ? welcomeBack(present.position, progress, messages) : null}
      words={words}
      wordsOf={wordsOf}
      menu={<SittingMenu sittingId={id} />}
    />
  );
}

async function Practice({ isChecked, ...located }: CaseLocation & { isChecked: boolean }) {
  const { viewer, place, present } = located;
  const { id } = place;
  const { position, asked } = present;
  const { shown, messages, words, wordsOf, progress } = await takeUp(located);
  return (
    <PracticePage
      sittingId={id}
      shown={shown}
      progress={progress}
      words={wordsOf?.[asked.kind] ?? words}
      said={messages.sitting}
      right={isChecked ? await revealPractice(viewer, id, position) : null}
      onward={{ action: `/sittings/${id}/${whereNext(progress, position, "next")}` }}
      menu={<SittingMenu sittingId={id} />}
    />
  );
}

// next/font asks for a face ahead on every page of a layout or on none, and tells no address.
const media = "static/media";
const find = () =>
  readdirSync(path.join(process.cwd(), env.buildDir, media)).find((name) => /_italic.*\.woff2$/.test(name));
let italic: string | null | undefined;

/** Thoughts are set in it. A face that comes late moves them, so it is asked for with the case. */
function preloadItalic(shown: ShownCase): void {
  if (!needsItalic(shown)) return;
  try {
    italic ??= find() ?? null;
  } catch {
    // A server for development keeps its files elsewhere.
    italic = null;
  }
  if (!italic) return;
  preload(`/_next/${media}/${italic}`, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}
