import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { requireOwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { prolificReturn } from "#components/sitting/arrival.ts";
import { BeginForm } from "#components/sitting/begin-form.tsx";
import { Debrief } from "#components/sitting/debrief.tsx";
import { OwnCode } from "#components/sitting/own-code.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { getReturnCode } from "#lib/invitations/service-queries.ts";
import { getOwnScore } from "#lib/sittings/case-queries.ts";
import { findFirstOpen } from "#lib/sittings/where-next.ts";
import { isRunning } from "#lib/studies/schema.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.own");
  return { title: t("toStart") };
}

/** Where one stands: before the first case, in the middle, or at the end. */
export default async function SittingPage({ params }: PageProps<"/sittings/[sittingId]">) {
  const { viewer, place } = await requireOwnPlace(params);
  const { sitting } = await getMessages();
  const { own } = sitting;
  if (place.state === "withdrawn") return <Told title={own.withdrawnTitle} body={own.withdrawnBody} />;
  if (place.state === "submitted") {
    const returnCode = await getReturnCode(viewer, place.id);
    return (
      <Debrief
        text={<Markdown text={place.words.debrief} lang={place.language} />}
        code={{ value: place.completionCode ?? "" }}
        returnAddress={returnCode && prolificReturn(returnCode)}
        score={await getOwnScore(viewer, place.id)}
        words={sitting}
      />
    );
  }
  if (!isRunning(place.study)) return <Told title={own.closedTitle} body={own.closedBody} />;
  const code = <OwnCode handle={viewer.handle} hasSecret={viewer.hasSecret} words={own} />;
  if (place.state === "started") {
    const next = findFirstOpen(place.progress, place.questions);
    return (
      <div className="grid gap-8">
        <PageTitle>{place.words.title}</PageTitle>
        <p>{own.begun}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={`/sittings/${place.id}/${next ?? "overview"}`} variant="primary">
            {own.resume}
          </ButtonLink>
          <ButtonLink href={`/sittings/${place.id}/instructions`}>{own.instructions}</ButtonLink>
        </div>
        {code}
      </div>
    );
  }
  return (
    <div className="grid gap-10">
      <PageTitle>{place.words.title}</PageTitle>
      {code}
      <BeginForm
        sittingId={place.id}
        questions={place.questions.background}
        language={place.language}
        words={{ background: sitting.background, goOn: sitting.goOn, optional: sitting.optional, own }}
      />
    </div>
  );
}

function Told({ title, body }: { title: string; body: string }) {
  return (
    <div className="grid gap-6">
      <PageTitle>{title}</PageTitle>
      <p>{body}</p>
    </div>
  );
}
