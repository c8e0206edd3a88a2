import type { z } from "zod";
import type { Staff } from "#lib/auth/study-scope.ts";
import { answerJson } from "#lib/study-api/answer.ts";
import { apiVersion, type startSchema } from "#lib/study-api/schema.ts";
import product from "#package.json" with { type: "json" };

export function answerStart({ name, role }: Staff, request: Request): Response {
  const body: z.output<typeof startSchema> = {
    name: "Benchside",
    version: product.version,
    api: apiVersion,
    you: { name, role },
    links: { studies: "/api/v1/studies", reviews: "/api/v1/reviews", openapi: "/api/v1/openapi.json" },
  };
  return answerJson(request, body);
}
