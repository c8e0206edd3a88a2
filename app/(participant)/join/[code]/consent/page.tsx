import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { openInvitation } from "#app/(participant)/join/[code]/invited.ts";
import { joinAddress } from "#components/sitting/entry/arrival.ts";
import { ConsentForm } from "#components/sitting/entry/consent-form.tsx";
import { JoinProblem } from "#components/sitting/entry/join-problem.tsx";
import { fill } from "#components/sitting/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.consent");
  return { title: t("title") };
}

export default async function ConsentPage({ params, searchParams }: PageProps<"/join/[code]/consent">) {
  const { code } = await params;
  const locale = await getLocale();
  const opened = await openInvitation(code, await searchParams, locale);
  if (opened.kind === "obstacle") return <JoinProblem {...opened} />;
  const { arrival } = opened;
  if (opened.kind !== "new") redirect(joinAddress(code, "", arrival));
  const { join, sitting, way } = await getMessages();
  const { text, invited } = opened;
  const refusals = Object.entries(join.problems).map(([problem, { title, body }]) => [
    problem,
    fill(join.problem, { title, body }),
  ]);
  return (
    <ConsentForm
      text={<Markdown text={text.words.consent} lang={text.language} />}
      lines={listConsentLines(text.words)}
      ticks={text.words.ticks}
      language={text.language}
      notes={text.language !== locale && <Callout>{sitting.otherLanguage}</Callout>}
      words={{ consent: sitting.consent }}
      given={{
        code,
        language: text.language,
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
