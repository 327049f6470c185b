/**
 * SQL that lists who made which response (instance, response, model). Where an instance has one response only, a score need not name it.
 * It is joined by equal columns alone: a condition with OR would compare every score with every response.
 */
export const MODELS = `SELECT instance, response, model FROM responses WHERE model <> ''
  UNION ALL
  SELECT instance, '', any_value(model) FROM responses WHERE model <> ''
  GROUP BY instance HAVING count(*) = 1 AND any_value(response)::VARCHAR <> ''`;
