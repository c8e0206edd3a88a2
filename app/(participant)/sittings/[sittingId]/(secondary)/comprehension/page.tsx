import { nameWindow } from "#app/(staff)/window-names.ts";
import { getMessages } from "next-intl/server";
import { requireOngoing, whereToGoOn } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { ComprehensionForm } from "#components/sitting/entry/comprehension-form.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { getOwnComprehension } from "#lib/sittings/queries.ts";
import { maxTries } from "#lib/sittings/schema.ts";

export const generateMetadata = nameWindow((t) => t("sitting.comprehension.title"));

export default async function ComprehensionPage({
  params,
}: PageProps<"/sittings/[sittingId]/comprehension">) {
  const { viewer, place } = await requireOngoing(params);
  const own = await getOwnComprehension(viewer, place.id);
  const { sitting, way } = await getMessages();
  if (own?.understanding !== "open")
    return (
      <div className="grid gap-6">
        <PageTitle>{sitting.comprehension.title}</PageTitle>
        <p>{sitting.comprehension.done}</p>
        <div>
          <ButtonLink href={whereToGoOn(place)} variant="primary">
            {sitting.goOn}
          </ButtonLink>
        </div>
      </div>
    );
  return (
    <ComprehensionForm
      key={own.tryNumber}
      sittingId={place.id}
      tryNumber={own.tryNumber}
      questions={own.questions}
      isLast={own.tryNumber === maxTries}
      language={place.language}
      words={{ comprehension: sitting.comprehension, goOn: sitting.goOn, own: sitting.own }}
      unreached={way.unreached}
    />
  );
}
