import { notFound } from "next/navigation";
import { queueRoutes } from "#lib/reviews/device/routes.ts";

export async function POST(
  request: Request,
  { params }: RouteContext<"/api/queue/[slug]/[sent]">,
): Promise<Response> {
  const { slug, sent } = await params;
  if (!Object.hasOwn(queueRoutes, sent)) notFound();
  return queueRoutes[sent as keyof typeof queueRoutes](request, slug);
}
