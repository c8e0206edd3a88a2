import { titleOf, Work } from "#app/(participant)/queue/[slug]/(work)/work.tsx";

type Props = PageProps<"/queue/[slug]/audit">;

export const generateMetadata = ({ params }: Props) => titleOf(params);

export default function AuditPage({ params }: Props) {
  return <Work step="audit" params={params} />;
}
