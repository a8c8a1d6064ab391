/** Settings of the model that settles disagreements. */
import { bool, dollarAmount, oneOf, secret, setting, text, url, whole } from './forms.ts';
import type { SettingRows } from './forms.ts';

export const settlerSettings = {
  SETTLER_API_KEY: secret(text, '', 'Credential of the model that settles disagreements. Empty: there is no settler.'),
  SETTLER_BASE_URL: setting(
    url('https:', 'http:'),
    'https://api.openai.com/v1',
    'Where the model is, any OpenAI-compatible address up to /chat/completions.',
  ),
  SETTLER_MODEL: setting(text, '', "Name of the model; not the agents' own. Empty: there is no settler."),
  SETTLER_INPUT_PRICE: setting(
    dollarAmount,
    '15.00',
    'Dollars for a million tokens that the model reads. The default lies above the usual, so that the cap holds.',
  ),
  SETTLER_OUTPUT_PRICE: setting(
    dollarAmount,
    '75.00',
    'Dollars for a million tokens that the model writes. The default lies above the usual, so that the cap holds.',
  ),
  SETTLER_OUTPUT_TOKENS: setting(
    whole(50, 32_000),
    1000,
    'Tokens the model may write for one item, its thinking included.',
  ),
  SETTLER_OUTPUT_LIMIT: setting(
    oneOf('max_tokens', 'max_completion_tokens'),
    'max_tokens',
    'The name by which the server takes that limit.',
  ),
  SETTLER_JSON_SCHEMA: setting(
    bool,
    true,
    'Hold the model to the form of its answer by response_format; false for servers that do not know it.',
  ),
  SETTLER_TIMEOUT_MS: setting(whole(100, 120_000), 30_000, 'Time one call of the model may take.'),
  SETTLER_ALLOW_PRIVATE: setting(
    bool,
    false,
    'Let SETTLER_BASE_URL point to this machine or a private network, http included.',
  ),
} as const satisfies SettingRows;
