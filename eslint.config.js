/**
 * Which mistakes does the linter look for? Few rules, each of which has cost somebody a bug; the form of
 * the code is checked by `scripts/check-sizes.ts` and its layout by prettier.
 */
import tseslint from 'typescript-eslint'

const bugs = {
  eqeqeq: ['error', 'always'],
  'no-var': 'error',
  'prefer-const': 'error',
  'no-debugger': 'error',
  'no-fallthrough': 'error',
  'no-self-compare': 'error',
  'no-constant-binary-expression': 'error',
  'no-unreachable-loop': 'error',
  'no-unsafe-finally': 'error',
  'no-implied-eval': 'error',
  'no-new-wrappers': 'error',
  'no-prototype-builtins': 'error',
  'no-sparse-arrays': 'error',
  'no-loss-of-precision': 'error',
  'array-callback-return': 'error',
}

const types = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
  ],
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/ban-ts-comment': 'error',
}

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'out/',
      'coverage/',
      'node_modules/',
      'src/contract/generated/',
      'fixtures/',
      'schema/',
    ],
  },
  { files: ['**/*.{js,mjs,ts}'], languageOptions: { parser: tseslint.parser }, rules: bugs },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: types,
  },
  { files: ['src/**/*.ts'], ignores: ['src/hosts/**'], rules: { 'no-console': 'error' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A test may hand over what the types forbid, and reads elements it has just put there.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      'no-sparse-arrays': 'off',
    },
  },
)
