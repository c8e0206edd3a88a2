import { randomUUID } from "node:crypto";
import { getMessages } from "next-intl/server";
import type { Opened } from "#app/(participant)/join/[code]/invited.ts";
import { joinAddress } from "#components/sitting/entry/arrival.ts";
import { ConsentForm } from "#components/sitting/entry/consent-form.tsx";
import { fill } from "#components/sitting/words.ts";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";

type Props = Extract<Opened, { kind: "new" }> & { code: string };

/** What one agrees to. Nothing is stored before. */
export async function Consenting({ code, text: { words, language }, invited, arrival }: Props) {
  const { join, sitting, way } = await getMessages();
  const refusals = Object.entries(join.problems).map(([problem, { title, body }]) => [
    problem,
    fill(join.problem, { title, body }),
  ]);
  return (
    <ConsentForm
      text={<Markdown text={words.consent} lang={language} under={2} />}
      // What is paid stands at the top already.
      lines={listConsentLines(words).filter(({ field }) => field !== "payment")}
      ticks={words.ticks}
      language={language}
      words={{ consent: sitting.consent }}
      given={{
        code,
        language,
        form: randomUUID(),
        ...(invited.recruitment === "prolific" ? arrival.prolific : {}),
      }}
      declineAddress={joinAddress(code, "/declined", arrival)}
      refusals={{
        ...Object.fromEntries(refusals),
        unticked: sitting.consent.unticked,
        unreached: way.unreached,
        busy: way.busy,
        other: sitting.own.errors.other,
      }}
    />
  );
}
