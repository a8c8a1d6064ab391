/** What people read on a control and what it is called: text that style sheets add, move, hide or paint over it. */
import type { GuardCase } from '../../guard-case.ts';
import { component, honest, hostile, pressNamed } from './blocks.ts';

const group = 'what a control shows';
const fonts = '<style>button,a{font:16px sans-serif}</style>';
const box = 'position:relative;display:inline-block';

export const displayedCases: readonly GuardCase[] = [
  ...hostile(group, [
    [
      'an act that a style sheet adds',
      `<style>button::after{content:" Void bill"}</style><button type=button aria-label=Continue></button>`,
    ],
    [
      'an act by an attribute',
      `<style>button::after{content:attr(data-x)}</style><button type=button data-x="Void bill" aria-label=Continue></button>`,
    ],
    [
      'an act behind the fiftieth part',
      `<style>b:last-child::after{content:" Void bill"}</style><button type=button aria-label=Continue>${'<i></i>'.repeat(60)}<b></b></button>`,
    ],
    [
      'an act by a counter',
      `<style>@counter-style v{system:cyclic;symbols:"Void bill";suffix:""}button::before{counter-increment:n;content:counter(n,v)}</style><button type=button aria-label=Continue></button>`,
    ],
    [
      'an act by quotes',
      `<style>button{quotes:"Void bill" ""}button::before{content:open-quote}</style><button type=button aria-label=Continue></button>`,
    ],
    [
      'an act with another text for machines',
      `<style>button::before{content:"Void bill" / "Continue"}</style><button type=button aria-label=Continue></button>`,
    ],
    [
      'an act in letters that are moved',
      `<button type=button aria-label=Continue style="display:inline-flex;flex-direction:row-reverse"><i>l</i><i>l</i><i>i</i><i>b</i><i>&nbsp;</i><i>d</i><i>i</i><i>o</i><i>V</i></button>`,
    ],
    ['an act written backwards', `<button type=button aria-label=Continue><bdo dir=rtl>llib dioV</bdo></button>`],
    [
      'an act by override of a style',
      `<button type=button aria-label=Continue style="direction:rtl;unicode-bidi:bidi-override">llib dioV</button>`,
    ],
    [
      'an act mirrored',
      `<button type=button aria-label=Continue><span style="display:inline-block;transform:scaleX(-1)">llib dioV</span></button>`,
    ],
    [
      'an act split over letters',
      `<button type=button aria-label=Continue><b>V</b><b>o</b><b>i</b><b>d</b> bill</button>`,
    ],
    [
      'an act as text of a drawing',
      `<button type=button aria-label=Continue><svg width=90 height=20><text x=2 y=14>Void bill</text></svg></button>`,
    ],
    [
      'an act beside a name that is too small',
      `<button type=button><span style="font-size:0">Continue</span><span aria-hidden=true>Void bill</span></button>`,
    ],
    [
      'an act beside a name that is clear',
      `<button type=button><span style="color:transparent">Continue</span><span aria-hidden=true>Void bill</span></button>`,
    ],
    [
      'an act beside a name that is cut away',
      `<button type=button><span style="position:absolute;clip-path:inset(50%)">Continue</span><span aria-hidden=true>Void bill</span></button>`,
    ],
    [
      'an act painted over it',
      `${fonts}<div style="${box}"><button type=button style="width:120px">Continue</button><span style="position:absolute;inset:0;pointer-events:none;background:#fff">Void bill</span></div>`,
    ],
    [
      'an act of a style sheet painted over it',
      `${fonts}<style>.w::after{content:"Void bill";position:absolute;inset:0;background:#fff;pointer-events:none}</style><div class=w style="${box}"><button type=button style="width:120px">Continue</button></div>`,
    ],
    [
      'an act painted by what is inert',
      `${fonts}<div style="${box}"><button type=button style="width:120px">Continue</button><span inert style="position:absolute;inset:0;background:#fff">Void bill</span></div>`,
    ],
    [
      'an act painted from a shadow root',
      `${component('x-over', '<span style="position:absolute;inset:0;pointer-events:none;background:#fff">Void bill</span>')}<div style="${box}"><button type=button style="width:120px">Continue</button><x-over style="pointer-events:none"></x-over></div>`,
    ],
    [
      'an act that shows through',
      `<div style="${box}"><span>Void bill</span><button type=button aria-label=Continue style="position:absolute;inset:0;background:none;border:0"></button></div>`,
    ],
    ['an act on an input', '<input type=button value="Void bill" aria-label=Continue>'],
    [
      'an act in a slot',
      `${component('x-s', '<button type=button aria-label=Continue><slot></slot></button>')}<x-s>Void bill</x-s>`,
    ],
    [
      'an act in the fallback of a slot',
      `${component('x-f', '<button type=button aria-label=Continue><slot>Void bill</slot></button>')}<x-f></x-f>`,
    ],
    [
      'an act in capitals of a style sheet',
      `<button type=button aria-label=Continue style="text-transform:uppercase">void bill</button>`,
    ],
  ]),
  ...hostile(
    group,
    [
      [
        'another text that a style sheet adds',
        `<style>button::after{content:" and save"}</style><button type=button aria-label=Continue>Continue</button>`,
      ],
      [
        'another text painted over it',
        `${fonts}<div style="${box}"><button type=button style="width:120px">Continue</button><span style="position:absolute;inset:0;pointer-events:none">Save draft</span></div>`,
      ],
      [
        'a canvas over it',
        `${fonts}<div style="${box}"><button type=button style="width:120px">Continue</button><canvas width=120 height=30 style="position:absolute;left:0;top:0;pointer-events:none"></canvas></div>`,
      ],
      [
        'a picture over it',
        `${fonts}<div style="${box}"><button type=button style="width:120px">Continue</button><svg width=120 height=30 style="position:absolute;left:0;top:0;pointer-events:none"><rect width=120 height=30 fill=red /></svg></div>`,
      ],
      [
        'another text in its shadow root',
        `${component('x-t', '<button type=button aria-label=Continue>Save <slot></slot></button>')}<x-t>draft</x-t>`,
      ],
      [
        'another text in letters that are moved',
        `<button type=button aria-label=Continue style="display:inline-flex;flex-direction:row-reverse"><i>e</i><i>v</i><i>a</i><i>S</i></button>`,
      ],
      [
        'another text beside a hidden name',
        `<button type=button><span style="font-size:0">Continue</span><span aria-hidden=true>Save draft</span></button>`,
      ],
    ],
    /^element\.(name_differs|covered)$/,
  ),
  ...honest(`${group}, harmless`, [
    ['a mark', '<button type=button>Continue <span aria-hidden=true>✓</span></button>'],
    ['a mark in its text', '<button type=button aria-label=Continue>Continue ✓</button>'],
    [
      'an arrow of a style sheet',
      '<style>button::after{content:" ›"}</style><button type=button>Continue</button>',
      pressNamed('Continue ›'),
    ],
    [
      'an icon of an icon font',
      '<button type=button><i class=material-icons aria-hidden=true>save</i> Continue</button>',
    ],
    [
      'an icon of an icon font that screen readers hear as a word',
      `<button type=button>Continue <span style="font-family:'Material Symbols Outlined'">arrow_forward</span></button>`,
    ],
    [
      'an icon that is drawn as one sign by a font of the page',
      '<button type=button>Continue <span class=icon style="letter-spacing:-1em">chevron_right</span></button>',
    ],
    [
      'an icon in the private area',
      '<style>.fa::before{content:"\\f0c7";font-family:FontAwesome}</style><button type=button><i class=fa aria-hidden=true></i> Continue</button>',
    ],
    [
      'a drawing',
      '<button type=button><svg width=16 height=16 aria-hidden=true><path d="M0 0h16v16z"/></svg> Continue</button>',
    ],
    [
      'an icon alone',
      '<button type=button aria-label=Continue><svg width=16 height=16><path d="M0 0h16v16z"/></svg></button>',
    ],
    [
      'a name for listeners only',
      '<button type=button><svg width=16 height=16><path d="M0 0h16v16z"/></svg><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);clip-path:inset(50%)">Continue</span></button>',
    ],
    ['a badge', '<button type=button aria-label=Continue>Continue <span class=badge>3</span></button>'],
    [
      'more for listeners',
      '<button type=button>Continue<span style="position:absolute;clip-path:inset(50%)"> to the next step</span></button>',
      pressNamed('Continue to the next step'),
    ],
    ['capitals of a style sheet', '<button type=button style="text-transform:uppercase">Continue</button>'],
    ['wide letters', '<button type=button style="letter-spacing:.3em">Continue</button>'],
    [
      'an ellipsis',
      '<button type=button style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">Continue to the next step of it</button>',
      pressNamed('Continue to the next step of it'),
    ],
    [
      'two lines',
      '<button type=button style="width:70px">Continue to step two</button>',
      pressNamed('Continue to step two'),
    ],
    [
      'an icon on the other side',
      '<button type=button style="display:inline-flex;flex-direction:row-reverse"><span>Continue</span><span aria-hidden=true>→</span></button>',
    ],
    [
      'parts in another order',
      '<button type=button style="display:inline-flex;flex-direction:row-reverse"><span>to step two</span> <span>Continue</span></button>',
      pressNamed('to step two Continue'),
    ],
    ['right to left', '<button type=button dir=rtl>Continue</button>'],
    [
      'a toast container over the page',
      `<div style="position:fixed;inset:0;pointer-events:none;z-index:9"></div><button type=button>Continue</button>`,
    ],
    [
      'a ripple in it',
      `<button type=button style="${box}">Continue<span style="position:absolute;inset:0;pointer-events:none;background:rgba(0,0,0,.1)"></span></button>`,
    ],
    [
      'a stretched link',
      `<style>a::after{content:"";position:absolute;inset:0}</style><div style="${box};padding:20px"><p>Bill 77</p><a href="#">Continue</a></div>`,
      pressNamed('Continue', 'link'),
    ],
    ['an input', '<input type=button value=Continue>'],
    [
      'a component with slots',
      `${component('x-i', '<button type=button><slot name=start></slot><slot></slot><slot name=end></slot></button>')}<x-i><i slot=start aria-hidden=true>★</i>Continue</x-i>`,
    ],
    [
      'step numbers of a style sheet',
      '<style>ol{counter-reset:s}li::before{counter-increment:s;content:counter(s) ". "}</style><ol><li><button type=button>Continue</button></li></ol>',
    ],
  ]),
];
