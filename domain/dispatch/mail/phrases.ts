/**
 * The words that may stand beside a request in a mail, by language, in classes that `prose.ts` makes clauses of. Folded: lower
 * case, without accents, elisions as `le envoi`, contractions in full; between bars, of one or several words; a plural in s is
 * found by its singular. Never add a word by which somebody could take a request back, put it off, bound or change it: such
 * words belong here only inside of a whole phrase that cannot.
 */
export type Phrases = Readonly<Record<string, string>>;

/** What people write in every language. */
export const everywhere: Phrases = {
  lead: 'fyi|ok|pls',
  kind: 'hi|hello|hey|thanks|thx|sorry',
  kindly: 'team|lanekeeper',
  when: 'asap|urgent',
  recordNoun: 'pro|bol|po|tms|nr',
  podThing: 'pod|proof of delivery|delivery receipt',
  disputeThing: 'dispute|short pay|liftgate|detention',
  claimThing: 'claim',
  addThing: 'liftgate',
  request: 'request|ticket|external',
  it: 'it',
};

const english: Phrases = {
  and: 'and|so|because|as|since|also|&|so that',
  glue: `the|a|an|of|for|to|in|at|on|with|from|by|per|our|your|my|their|his|her|its|this|that|it|these|us|me|regarding|re
    |about|against|under|through|via|over to|along with|based on|according to|due to|as per|in regards to
    |in regard to|concerning|reference|just|also|one|some|any|which|w|which is|that is|in order to|is for|are for|or
    |with signature|another|than|for which|as|because of`,
  noun: `shipment|load|delivery|order|freight|stop|contract|tariff|agreement|quote|rate con|rate confirmation
    |scale ticket|weight ticket|reweigh certificate|weight certificate|reweigh|w&i|w&i cert|w&i certificate
    |certificate|cert|inspection|inspection report|report|photo|picture|pic|lane|trailer|month|quarter|lot|store
    |dock|location|city|destination|origin|pickup|system|tms|portal|website|site|carrier site|carrier portal|archive
    |bl|support|open|new|clear|legible|readable|below-referenced|above-referenced|actual|proper|full|formal
    |electronic|complete|official|recent|outstanding|correct|original|late|ltl|supporting|necessary|quick|same day
    |short|small|subject|main|regional|local|partial|larger|higher|lower|different|extra|additional|item|piece
    |pallet|skid|carton|case|crate|box|drum|roll|unit|product|goods|merchandise|material|line|office|branch|audit
    |review|approval letter|receiving|shipping|billing|today's|lumper|chargeback|particulars|copy of|peak season
    |reason|location with a dock|business address|contact|dims|dimensions|weights|details|folder|form|the usual|list
    |table|reweigh ticket|scale|inspection certificate|reefer|driver notes|hub|yard|cross dock|consolidation|job
    |job site|dirty|clean|freight class|full load|partial shipment|rest of the day|new one|shipment folder
    |water damage|carton count|count|piece count|trailer seal|private home|home|residence|paying customer|statement
    |spreadsheet|master bol|bol weight|count sheet|manifest|weigh ticket|certified weight|certified scale|lading
    |special|usual|regular|ship date|delivery date|lift|truck|freight bill|packing list|packing slip
    |bill of lading copy|shipping paper|paper|shipping document|commercial invoice|purchase order copy
    |order confirmation|weight slip`,
  party: `customer|client|shipper|consignee|receiver|carrier|broker|vendor|retailer|supplier|buyer|driver|warehouse
    |auditor|insurance|insurer|factoring company|factor|bank|ap|a/p|ar|a/r|accounting|accounts payable
    |accounts receivable|sales rep|rep|dispatcher|manufacturer|distributor|dc|distribution center|terminal|team
    |department|boss|manager|supervisor|end user|bill-to|third party|payer|payor|customer service|clerk|contact
    |finance|freight payment company|audit company|freight auditor|management|collector|collections|collections team
    |company|claims department|claims team|they|he|she|billing department|billing team|ap department|ap team
    |ap clerk|purchasing|corporate|someone|cfo|controller|co-worker|colleague|coordinator|legal department|people
    |walmart|amazon|home depot|costco|target|kroger|lowe|inspector|accounting department|accounting team|a customer
    |head office|tms team|receiving|customer ap|payables|payables team|ap person|account manager|plant|mill|store
    |job site|contractor|end customer|3pl|forwarder`,
  unit: 'pallet|skid|carton|case|box|boxes|piece|pc|pcs|crate|drum|roll|unit|lb|lbs|pound|hour|minute|bag',
  here: `below|see below|following|the following|as follows|attached|see attached|enclosed|here|here is|here are
    |here you go|request follows|follows|listed|shown|noted below|referenced|mentioned|underneath|beneath|as usual
    |as always|as discussed|as agreed|as promised|as requested|as mentioned|as we discussed|as you requested
    |discussed|per our call|per our conversation|per our discussion|per our phone call|per your request
    |per your email|per our email|following up on|further to|on the phone|by phone|this morning|this afternoon
    |yesterday|on our call|over the phone|earlier today|another one for you|one more for you|one for you|another one
    |one more|quick one|new one|i have one for you|got one for you|here goes|in the usual format|above|see the
    |see our|find the|find our|find below|find attached|see my|find a|find my|below is|below are|note the
    |see the following|please find|this one|the one below|the one we are looking for
    |this is the one we are looking for|note below|use the|use the following|use the lines below|here is our
    |see the following request|follow|details follow|request details follow|i put everything in the|from our
    |you asked for|you requested|you need|what you need|the info you asked for|the information you requested
    |the details you requested`,
  request: `request|task|ticket|matter|item|new request|quick request|instruction|request received|request follows
    |coming your way|second request|2nd request`,
  isare: `is|are|i have|we have|you will find|will find|i am sending|we are sending|sending|i am forwarding|forwarding
    |comes|you need`,
  when: `asap|today|as soon as possible|as soon as you can|at your earliest convenience|urgently|urgent|rush|right away
    |immediately|this is urgent|it is urgent|it is a rush|this is a rush|this is a hot one|time sensitive
    |high priority|top priority|on priority|with priority|as a priority|when you get a chance|when you have a chance
    |when you have a minute|when you have a moment|when you can|when you have a second|when you get a minute
    |when you get a moment|when you have time|when you get a sec|when possible|if possible|if you can|promptly
    |quickly|whenever you can|by end of day|by eod|by cob|by close of business|before end of day
    |by the end of the day|by noon|before noon|by end of week|by the end of the week|by the end of the month
    |before month end|by month end|by tomorrow|by tomorrow morning|by monday|by tuesday|by wednesday|by thursday
    |by friday|today if possible|every day|this week|no rush|now|our deadline is friday|deadline is tomorrow
    |the deadline is friday|this morning|at this time|again and again|a bit urgent|every single day|day|yet
    |before the end of the day|before the weekend|soon|quickly please|by tomorrow noon|within 30 days
    |at your convenience|as quickly as possible|as soon as u can|when u get a sec|when u get a chance|when u can
    |if at all possible|before close of business|by the end of business today|by end of business
    |by end of business today|before noon today|before 5|this week please|no rush on this|no hurry|when you have it
    |once you have it|as soon as you have it|as soon as you get it|when you get it|once you get it
    |as soon as it is available|once available|when available|end of day|eod|by friday please`,
  lead: `please|pls|plz|plse|kindly|just|go ahead and|be so kind as to|i would like to|we would like to|would like to
    |i would like you to|we would like you to|i need you to|we need you to|need you to|i need to|we need to|need to
    |i want to|we want to|looking to|i am looking to|we are looking to|i am writing to|this is to request that you
    |i would appreciate it if you could|would appreciate it if you could|we would appreciate it if you could
    |it would be great if you could|would be great if you could|appreciate if you could|grateful if you could
    |i have to|we have to|have to|help us|help me|assist us to|i would like|we would like|would love to|team|folks
    |guys|all|hi|hello|hey|everyone|the customer would like us to|our customer would like us to|go ahead|let us
    |proceed to|help|we kindly request that you|we kindly ask you to|i kindly ask you to|we ask you to|fyi
    |the needful|we need the|i need the|need the|need to have the|need to get the|get the|we need to have the
    |we need to get the|have the|need this|please be so kind and|please help us|please help me|help us to
    |we would love to|i would love to|it would be great to|we kindly ask to|we are writing to|i am reaching out to
    |i am contacting you to|we need your help to|i need your help to|i need some help to
    |we would appreciate it if you would|would you please|help us with|help me with|could use your help to
    |your help to|we need you guys to|i need someone to|need someone to|asking you to|i am asking you to
    |we are asking you to|we request that you|i request that you|be advised that`,
  ask: `can you|could you|would you|will you|can someone|could someone|would it be possible to
    |would it be possible for you to|is it possible to|would you mind|do you mind|any chance you could
    |any chance you can|any way you could|is there any way you could|are you able to|would you be able to
    |would you be so kind as to|i was wondering if you could|wondering if you could|could somebody|can somebody
    |could anyone|can anyone|can u|could u|could you guys|can you guys|could you all|can you all|could one of you
    |could someone on your team|can someone on your team|could your team|can your team|could the team
    |can i ask you to|do you think you could|may i ask you to|would someone|would you guys|would it be ok to
    |could you kindly|can you kindly|can you all please|could you also|can you also|is there a way you could
    |could i ask you to|could i bother you to|when you have a moment can you|mind|how are you|how are you doing
    |how was your|how is your|how are things|how is everything|did you have a|would you mind getting
    |do you mind getting|would you mind pulling|do you mind pulling|would you mind sending|do you mind sending
    |would you mind providing|do you mind providing|would you mind grabbing|do you mind grabbing
    |would you mind submitting|do you mind submitting|would you mind filing|do you mind filing
    |would you mind opening|do you mind opening|would you mind disputing|do you mind disputing
    |would you mind answering|do you mind answering|would you mind responding to|do you mind responding to
    |would you mind correcting|do you mind correcting|would you mind updating|do you mind updating
    |would you mind entering|do you mind entering|would you mind getting it from the|would you mind sending it over
    |would you mind sending this over|would you mind taking care of|would you mind looking into|could use
    |could we get|can we get|can i get|could i get|can we have|may i have|could we have|can i have|can i please get
    |can we please get|could i please get|could we please get|can i please have|may i please have
    |can i bother you for|could i get another|could we get another|could i please have`,
  need: `we need|i need|need|needs|needed|needing|looking for|i am looking for|we are looking for|we require|i require
    |requesting|i am requesting|we are requesting|request|we request|i would like to have|we would like to have
    |would like to request|i would like to request|we would like to request|we are missing|i am missing|missing
    |in need of|could use|i still need|we still need|we also need|i also need|could we get|can we get|can i get
    |could i get|can we have|may i have|could we have|can i have|we are trying to get|trying to get
    |i am trying to get|can i please get|can we please get|could i please get|could we please get|can i please have
    |may i please have|we are also missing|i am trying to find|trying to find|trying to locate
    |we are trying to locate|need a copy of|we need help with|i need help with|need help with|need help getting
    |i need help getting|looking to get|i am looking to get|we are looking to get|i was hoping to get
    |can i bother you for|i am after|in desperate need of|we urgently need|i urgently need|urgently need
    |we would like the|i would like the|would like the|would like a|we would like a|would like another
    |we would like another|could i get another|could we get another|we really need|i really need|really need
    |we desperately need|could i please have|required|still need|still missing|we are still missing
    |i am still missing|absolutely need|i am missing a|we are missing a|i am missing the|we are missing the
    |we need a new|need a new`,
  do: `process|handle|take care of|work on|assist|assist with|help with|action|proceed with|expedite|prioritize
    |get started on|do|get this done|get this going|get this started|get this processed|get this moving|get it done
    |get it going|see to|attend to|help|help us|help me|help out|help us out|proceed|proceed accordingly
    |get going on|submit the following|enter the following|work|run this for us|run this one for me
    |run this one for us|run this for me|run the one below|run the request below|run the below|run the following
    |look into the following|do the needful|push through|put through|deal with|get this one going
    |get this one started|get the following started|get this handled|get this taken care of|get this in|tackle
    |have this done|take this on|get these done|handle this for us|submit this for us|submit this request
    |run this one for|run this one today|process this one|send it over|get it for|get this for|get this one for
    |attach it|upload it|take it from the|send this over|get it from the|add it to our dispute|get on this
    |see it through|would you mind getting it from the|would you mind sending it over
    |would you mind sending this over|would you mind taking care of|would you mind looking into|email it to me
    |send it to me|send it to us|email it to us|forward it to me|forward it to us|send it my way|send this to me
    |shoot it over|get this to us|get it to us|get it to me|get this over to us|get this over to me
    |get it over to me|take care of it|handle it|process it|help with it|get this for us|get this for me
    |get this one|get it for me|get it for us|run this before|run this today|run this asap`,
  kind: `hi|hello|hey|dear|good morning|good afternoon|good evening|good day|morning|afternoon|happy|greetings|thanks
    |thank you|thx|tks|thanking you|many thanks|much appreciated|appreciate|i appreciate|we appreciate|appreciated
    |greatly appreciated|your help is|any help is|best|regards|kind|kindest|warm|sincerely|cheers|have a|have an
    |enjoy|all the best|take care|talk soon|sorry|apologies|my apologies|i apologize|we apologize|thank u|ty|tia
    |with|merry christmas|best wishes|would be|that would be|would be greatly|would be much|we thank you|i thank you
    |a big thank you|stay safe|stay warm|how are you|how is your|how was your|hope that helps|hope this helps
    |much obliged|your assistance is|your help would be|long time no talk|how are things|how is everything|how was
    |how are you doing|welcome back|good to hear from you|nice to meet you|great talking to you|grateful
    |we are grateful|i am grateful|with best|with kind|as always|always appreciated|super|you guys rock
    |happy thanksgiving|happy holidays|see you|cheers from|good night|sincerely yours|yours truly|yours sincerely
    |have yourself a|and have a|i really appreciate|really appreciate|we truly appreciate|we very much appreciate
    |i would appreciate|would appreciate|sorry for|sorry to|sorry about|to whom it may concern|happy holidays to`,
  kindly: `so much|very much|so very much|much|a lot|a bunch|a ton|tons|loads|a million|again|in advance|kindly|team|all
    |everyone|everybody|guys|folks|both|there|sir|madam|sirs|sir or madam|colleague|for|your|the|my|our|any|and|or
    |help|assistance|support|time|attention|cooperation|patience|turnaround|response|service|work|effort
    |understanding|quick|prompt|usual|continued|great|kind|hard|on this|with this|to this matter|with this request
    |in this matter|on this one|with this one|regards|wishes|best|warm|personal|appreciated|appreciate it|it|greatly
    |a|an|nice|good|wonderful|lovely|safe|super|rest of|day|week|weekend|evening|afternoon|morning|night|one|monday
    |tuesday|wednesday|thursday|friday|thanksgiving|holiday|holidays|christmas|too|as always|as usual|mr|mrs|ms|dr
    |ladies|gentlemen|to|you|helping|helping us|helping me|looking into this|to bother|to bother you|bothering you
    |short notice|the short notice|the rush|the trouble|any inconvenience|the inconvenience|the late email
    |the late request|another one|long|today|doing|ahead|me|us|you guys|partnership|business|the formatting|in this
    |this|would be|is|are|very|really|truly|lanekeeper|is much|is greatly|everything|the confusion|awesome|terrific
    |blessed|fantastic|vacation|trip|tulsa|happy|new year|merry|caps lock|caps|the caps|my phone|email|this morning
    |family|kids|move|team always|kindest|and kind|and best|your continued|your team|everyone there|over there|going
    |things|the great work|all you do|all your help|all of your help|all the help|all that you do|speedy|speed|fast
    |the speedy|a quick|the quick|pleasure|always|hard work|jumping on this|your attention to this|lot|ahead of time
    |getting back to me|getting back to us|about that|reaching out|your email|your message|your note|the info
    |the information|for reaching out|coming back to me|in|claims|billing|accounting|ap|ar|customer service|ops
    |operations|support team|claims team|billing team|dispatch|freight|late reply|late response|the late reply
    |the late response|delay|the delay|delayed response|for the delay|all around|the extra work`,
  hope: 'hope|i hope|we hope|hoping|trust|i trust|hopefully|wishing you|i wish you',
  hoping: `you|your|team|are|is|all|all is well|well|this email|this message|this note|this|mail|finds|find|day|week
    |weekend|monday|tuesday|friday|morning|had|have|has|a|an|great|nice|good|wonderful|lovely|fine|fantastic|awesome
    |restful|relaxing|safe|doing|doing well|having|the|family|thanksgiving|holiday|holidays|break|vacation|summer
    |everyone|everybody|everything|things|is going well|are going well|going well|enjoyed|start|starting off|to
    |off to|of|and|on your end|on your side|so far|with|that|in|there|over there|long|productive|both|rest|with you
    |as well|is well|happy|keeping well|survived|the snow|snow|enjoyed the|keeping warm|staying warm|staying cool
    |staying safe|survived the|holiday weekend|long weekend|getting ready|new year|off to a good start
    |off to a great start`,
  offer: `let me know|let us know|please let me know|please let us know|feel free to|please feel free to
    |do not hesitate to|please do not hesitate to|if you have any|if you need|if you have|if there is anything else
    |if there are any|should you have any|should you need|if anything|in case of|any questions|just let me know
    |just let us know|call me with|call me if|call if|email me with|reach out with|please reach out|reach out if
    |please call me with|please call with|please contact me with|please contact us with|please contact me if
    |please contact us if|looking forward to|i look forward to|we look forward to|happy to provide|happy to help
    |always happy to help|shout if|holler if|ping me if|call my cell with|please call if|please email me with
    |please advise if you need|advise if you need|do not hesitate to call me|do not hesitate to contact me
    |feel free to call me|please do not hesitate to call me|please do not hesitate to contact me
    |please do not hesitate to contact us|please do not hesitate to call|please feel free to call me
    |please feel free to contact me|please feel free to reach out|please do not hesitate to reach out`,
  offering: `if|you|need|anything|anything else|any|more|other|further|additional|information|info|details|questions|question
    |concerns|issues|from us|from me|from our end|from our side|from my end|from my side|on our end|on my end|please
    |just|let me know|let us know|reach out|reach out to me|reach out to us|contact me|contact us|contact|email me
    |email us|ask|or|and|should|there|are|there are|is missing|is needed|is unclear|else is needed|to|at|directly
    |by phone|by email|anytime|any time|at any time|with|hearing from you|hearing back from you|your reply
    |your response|your confirmation|your feedback|soon|process this|to process this|what else you need
    |what you need|require|documents|documentation|paperwork|something else|another document|at all|on this
    |do not hesitate to|feel free to|the number below|you have any|have any|you have questions|have questions
    |you have additional|you have further|you have other|give me a call|give us a call|please do not hesitate to
    |reach me|reach us|reach me on my cell|on my cell|at my desk|the line|drop me a line|info from|anything missing
    |missing|shout|give me a shout|holler|ping me|more info|comments|problems|trouble|i am happy to|happy to help
    |i am here|we are here|available|i am available|feedback|by reply|in the office|all day|today|my extension
    |on this one|regarding this|about this|on this request|about this request|regarding this request|unclear|reply
    |clarification|do not hesitate to call me|do not hesitate to call us|do not hesitate to call
    |feel free to call me|feel free to call us|feel free to call|do not hesitate to contact me
    |do not hesitate to contact us|do not hesitate to reach out|feel free to contact me|feel free to reach out
    |please do not hesitate to call me|please do not hesitate to call|please do not hesitate to contact me
    |please do not hesitate to contact us|please do not hesitate to reach out`,
  report: `let me know|let us know|please let me know|please let us know|please confirm|kindly confirm|confirm
    |please advise|advise|kindly advise|please email me|email me|please reply|please notify me|notify us
    |keep us posted|please keep us posted|please keep me posted|please keep us updated|please acknowledge
    |acknowledge|please update us|please reply all|reply all|shoot me a note|send me a note|drop me a line|ping me
    |please send confirmation|send confirmation|please send a confirmation|please send me a confirmation
    |a confirmation|please let me or|please send me confirmation|please shoot me a note|please drop me a note
    |please send me a note|please send us a note|please send us confirmation|i would appreciate confirmation
    |would appreciate confirmation|a quick note|a quick email|a quick confirmation|let me know please
    |keep me in the loop|please keep me in the loop|reply to all|please acknowledge the`,
  done: `when done|once done|when complete|when completed|once complete|once completed|when it is done|once it is done
    |when this is done|once this is done|as soon as it is done|when submitted|once submitted|when filed|once filed
    |once processed|when processed|once it is processed|once this is processed|when this is processed
    |once it is filed|once this is filed|when this is filed|when you have it|once you have it|as soon as you have it
    |once it has been submitted|once this has been submitted|when ready|receipt|receipt of this
    |receipt of this request|posted|upon completion|once it is complete|once this is complete|when this is complete
    |when it is complete|once it is in|when it is in|once entered|when entered|once updated|when updated
    |once corrected|keep us posted|please keep us posted|when this has been done|once this has been done
    |once this has been completed|when it has been processed|once it has been processed|once keyed|when keyed
    |the outcome|once it has been filed|once it has been completed|once received|when received|when sent|once sent
    |when finished|once you have received this|keep me posted|please keep me posted|when all done|once all done
    |once it goes through|when it goes through|once it is through|when it has been filed|once it has been sent
    |when it has been sent|once it is submitted|when it is submitted|once it is sent|when it is sent
    |once it is updated|when it is updated|once you have the|when you have the|once this is in|when this is in
    |once this is updated|once this has been updated|when this has been updated|once this has been filed
    |when this has been filed|in the loop|keep me in the loop|when you have this|once you have this
    |once the dispute is filed|when the dispute is filed|once the dispute is in|once the dispute has been filed
    |once it is uploaded|once it is attached|when it is attached|once attached|when attached|once uploaded
    |when uploaded|once answered|when answered|once it is answered|when it is answered|once it has been answered
    |once the correction is in|once the correction is done|when the correction is done
    |once the correction has been made`,
  alone: `for our records|quick request for you|quick favor|quick favor please|i have a new request|please see below
    |back again with another one|me again|sure|yes|my name is|this is|i am new here|i am new to this account
    |i work in|we spoke|you are a lifesaver|you are the best|you guys are the best|happy friday|tgif
    |i am covering for|i am filling in for|i will be out of the office this week|i am on my phone|new request
    |no problem|of course|ok|okay|thanks|sent from my phone|dispute request|pod request|please|hello again|hi again
    |confidential|shipment details|details|request details|dispute details|claim details|correction details
    |info below|shipment info|the details|data for the request|request info|request below|quick one for you
    |quick one for today|one for you today|top priority for|hot one|this is a hot one|vip customer|it is for
    |this is for|this one is for|here is our request|here is another request|here is today|as usual on fridays
    |i am on the road|i am working from home today|i am back in the office|i have a quick one for you
    |new one for you|next one|this is the next one|for the shipment below|for this one|please see attached
    |long weekend ahead|i just joined|i recently joined|here is what you need|here is what you need to respond to
    |i have one for you|long week|thank you for all the hard work|i forgot one this morning|sorry for the formatting
    |this is my second request for this|this is our second request|this is my second request|second request
    |third request|quick one|please process|please assist|please help|please handle`,
  placing: `from|with|at|in|the|our|claims|billing|accounting|department|team|office|and|today|this week|for|group|please
    |shipment|load|customer|account|chargeback|retailer|new|a|an|my name is|name is|i am|i work in|side|here
    |new here|of|at the|in the|big-box|audit|auditors|cash application|client|friday|requests|desk|this morning
    |again|second request|third request`,
  which: `which|what|which one|and which|and what|what shall|what is|which is|what should|who is|and the|and what is
    |do you have|could you send|could you send me|what shall we|shall we|do|we|should i|do for you`,
  pod: `pull|pull up|get|send|send over|obtain|provide|retrieve|grab|fetch|download|locate|supply|furnish|share|e-mail
    |email|track down|pull and send|find|attach|add|upload|submit|forward|shoot over|get us|get me|send us|send me
    |provide us with|request|secure|get hold of|get a hold of|let us have|print|resend|email over|send along
    |help us get|help us find|help us locate|help me get|help me find|help me locate|get a copy of|forward over
    |get ahold of|dig up|retrieve and send|pull and attach|pull and upload|would you mind getting
    |do you mind getting|would you mind pulling|do you mind pulling|would you mind sending|do you mind sending
    |would you mind providing|do you mind providing|would you mind grabbing|do you mind grabbing
    |upload the supporting|attach the supporting`,
  podThing: `pod|p.o.d|pod copy|proof of delivery|proof|delivery receipt|dr|d/r|delivery confirmation|delivery proof
    |delivery ticket|delivery paperwork|delivery document|signed bol|bol|bill of lading|copy|copies|copy of it|scan
    |signature|paperwork|delivery slip|signed copy|document|documentation|backup|delivery record|image
    |signed receipt|signed delivery receipt|signed paperwork|proof of signature|signed pod|delivery docs|docs
    |receipt|pod document|pods|backup to the|supporting backup`,
  dispute: `dispute|file|open|submit|start|create|initiate|raise|enter|put in|lodge|contest|challenge|prepare|place|process
    |handle|work on|help with|get|go after|make|send in|push back on|put together|get going|start up|log
    |would you mind submitting|do you mind submitting|would you mind filing|do you mind filing
    |would you mind opening|do you mind opening|would you mind disputing|do you mind disputing`,
  disputeThing: `dispute|freight dispute|invoice dispute|billing dispute|payment dispute|rate dispute|dispute request
    |accessorial dispute|short pay|short-pay|short payment|charge|fee|balance|freight bill|invoice|overcharge
    |underpayment|difference|deduction|freight charge|accessorial charge|accessorial|liftgate|lift gate
    |liftgate charge|liftgate fee|detention|residential|residential charge|residential fee|inside delivery
    |limited access|storage|redelivery|reconsignment|lumper|lumper fee|fuel surcharge|surcharge|rate|class|weight
    |damage|shortage|line haul|bill|appointment fee|notification fee|short paid invoice|unpaid balance|claim amount
    |duplicate invoice|duplicate billing|part of the freight charges|overcharges|short-pay dispute|amount listed
    |underpayments|freight|detention charge|detention fee|storage charge|redelivery fee|lift|chargeback
    |class difference|reclass|reclassification|missing pallet|missing pieces|missing carton|damages`,
  claim: `answer|respond to|reply to|respond|reply|address|provide|send|prepare|submit|file|handle|process
    |review and respond to|review and answer|help with|work on|get|respond back to|need to respond to|issue|write
    |reply back to|work up|would you mind answering|do you mind answering|would you mind responding to
    |do you mind responding to`,
  claimThing: `claim|freight claim|cargo claim|damage claim|shortage claim|loss claim|inquiry|complaint|claim request|damage
    |shortage|concealed damage`,
  fix: `correct|update|change|fix|revise|adjust|amend|key|key in|enter|process|make|submit|post|put in|apply|input|run
    |handle|complete|rebill|rerate|reclass|modify|book|corrected|updated|fixed|changed|revised|keyed|should be
    |re-rate|re-bill|be corrected|be updated|be changed|key up|put through|get corrected|have corrected
    |would you mind correcting|do you mind correcting|would you mind updating|do you mind updating
    |would you mind entering|do you mind entering`,
  fixThing: `correction|bill correction|billing correction|freight bill correction|weight correction|class correction
    |tms correction|adjustment|correction request|accessorial correction|name correction|consignee correction
    |address correction|reweigh correction|bill|freight bill|bill of lading|billing|record|w&i correction`,
  weightThing: `weight|billed weight|lbs|pounds|actual weight|gross weight|total weight|weight on the bill|weight correction
    |weights|scale weight|reweigh weight|reweighed weight|correct weight`,
  classThing: 'class|freight class|billed class|nmfc|class correction|nmfc class',
  consigneeThing: `consignee|consignee name|consignee address|name|address|delivery address|spelling|street|consignee information
    |consignee info`,
  addThing: `liftgate|lift gate|liftgate charge|liftgate fee|liftgate delivery|residential|residential delivery
    |residential charge|residential fee|inside delivery|detention|limited access|accessorial|accessorials
    |accessorial charge|accessorial fee|charge|fee|notification|appointment|redelivery|storage|liftgate service
    |liftgate accessorial|accessorial code`,
  add: 'add|bill|bill for|include|apply|put on|key|enter|charge|add on|update|correct|get',
  remove: 'remove|take off|delete|take out|correct|update|get|key|waive',
  void_bill: 'void|void the|void this|void our',
  void_billThing: 'bill|freight bill|invoice|bill below',
  cancel_shipment: 'cancel',
  cancel_shipmentThing: 'shipment|load|pickup|order',
  write_off_balance: 'write off',
  write_off_balanceThing: 'balance|amount|remaining balance',
  withdraw_dispute: 'withdraw',
  withdraw_disputeThing: 'dispute',
  pay_chargeback: 'pay',
  pay_chargebackThing: 'chargeback',
  wants: `need|needs|wants|want|requires|require|required|requested|request|has requested|have requested|asked for
    |has asked for|have asked for|is asking for|are asking for|asked us for|has asked us for|is asking us for
    |keeps asking for|keep asking for|insists on|would like|would like to have|would like to see|wants to see
    |needs to see|will need|asks for|demands|is demanding|still needs|is requesting|are requesting|is waiting for
    |is waiting on|are waiting for|are waiting on|is waiting|are waiting|is looking for|is insisting on
    |is pushing for|is chasing us for|is chasing|is after|is pressing us for|keeps calling|keeps calling us
    |keep calling|keeps emailing|keeps asking|is calling about|called about|is upset|is getting impatient
    |called this morning|called yesterday|is breathing down our neck|is anxious|is asking about|needs it|needs this
    |short paid|short-paid|short paid us|shorted us|underpaid|paid short|has short paid|only paid part of
    |paid only part of|did not pay|has not paid|have not paid|overcharged|overcharged us|overbilled|overbilled us
    |deducted|has deducted|took a deduction|charged|charged us|billed|billed us|is charging|is billing|added
    |disputes|dispute|disputed|is disputing|are disputing|withheld|is withholding|are withholding|is holding payment
    |is holding our payment|is holding up payment|refuses|is questioning|questions|complained about|will not pay
    |will not pay without|will not pay us without|will not pay until they get|will not pay until they see
    |will not release payment|will not release payment without|refuses to pay|refuse to pay|is refusing to pay
    |refused to pay|will not process|cannot pay without|cannot process|did not receive|has not received
    |have not received|never received|does not have|do not have|lost|misplaced|cannot find|can not find
    |cannot locate|does not agree with|disagrees with|did not honor|did not request|did not order|never requested
    |never authorized|entered the wrong|keyed the wrong|applied the wrong|used the wrong|threatening to short pay
    |is threatening to short pay us|are threatening to short pay us|wants proof|needs proof|before they will pay
    |before they pay|before they release payment|before they process|for payment|asks every day|keeps asking us
    |keeps asking me|keep asking me|is asking me for|are asking me for|are asking us for|asked me for
    |needs us to send|wants us to send|wants a|needs a|is holding our invoice|is holding the payment
    |is holding up our payment|are holding our invoice|holding payment|holding up payment|until they get
    |until they have|until they get it|until they have it|until they see|until they receive|until we provide
    |will not pay the invoice without|will not pay our invoice without|will not pay our invoice until they see
    |will not release our payment without|will not approve payment without|will not approve our invoice without
    |is on my back|is all over me|is all over us|is on us for|is hounding us for|is hounding us|is being difficult
    |keeps chasing us|keeps chasing us for|emailed us for|emailed me for|called us for|called asking for
    |emailed asking for|reached out for|reached out asking for|has reached out for|inquired about|has inquired about
    |is inquiring about|is begging for|requests|rejected our invoice without|cannot process our invoice without
    |cannot release payment without|needs it to release payment|needs it to process payment|needs it asap|insist on
    |is short paying us|are short paying us|short pays|has shorted us|shorted|docked us|docked|hit us with
    |hit us for|hit us with a|tacked on|overcharged us for|billed us for|charged us for|deducted us|over charged
    |complaining about|is complaining about|that nobody used|that was not used|that was never used
    |that was not requested|that was never requested|that we did not request|that we did not order
    |that we did not use|that we never requested|that we never ordered|that was not needed|that was not authorized
    |which was not used|which was not requested|which we did not request|asked for it|asked for this
    |asked for it yesterday|asked for it again|needs it for|needs it by|needs it before|wants it|is asking for it
    |are asking for it|requested it|requested this|requires it|requires this|is requesting it|has requested it
    |needs to have|has been asking for|have been asking for|has been asking|has been waiting for|has been waiting on
    |keeps requesting|is now asking for|is now requesting|will not release|will not pay our invoice
    |will not pay the invoice|will not pay us|says they never received|says they did not receive
    |claims they never received|claims they did not receive|claims non delivery|claims they were short|is claiming a
    |is claiming shortage|is claiming damage|is on the phone|is on the line|called again|is getting upset
    |is getting anxious|is not happy|is very upset|are upset|is pushing back|is pushing us|contends
    |took a deduction for|took a deduction of|keeps on asking|wants a copy|is short-paying|short-paid us
    |deducted the full value|deducted the full amount|swears nobody signed|nobody signed for`,
  we: `we were short paid|we got short paid|we were short-paid|we were shorted|we were underpaid|we were overcharged
    |we got overcharged|we were charged|we were billed|we got billed|we have been overcharged|we have been charged
    |we were overbilled|we were billed twice|we are disputing|we dispute|we disagree with|we do not agree with
    |we do not have|i do not have|we do not have a copy of|i cannot find|we cannot find|i cannot locate
    |we cannot locate|we are missing|i am missing|we have not received|i have not received|we never received
    |we did not receive|we never got|we did not request|we never requested|we never authorized|we did not order
    |we did not authorize|we did not agree to|we need it|i need it|we need this|i need this|we have an open dispute
    |we have an open claim|i misplaced|we misplaced|our system does not show|the dispute is open
    |the dispute is already open|dispute is open|we noticed|we are unable to locate|we are unable to find
    |we used the wrong|i keyed the wrong|we keyed the wrong|we billed the wrong|we entered the wrong
    |we cannot invoice without|we cannot bill without|we cannot close|we got hit with|we were hit with
    |we still do not have|i still do not have|we were quoted|we have not received the|we still have not received
    |we never got the|we were hit with a|i do not see|we do not see|i cannot seem to find|we cannot seem to find
    |our system is missing|our system does not have|our tms does not show|our tms does not have|our file is missing
    |our file does not have|our imaging system does not have|we were assessed|we were double billed
    |we were double charged|we were invoiced|we were billed twice for|we were charged twice for|they charged us
    |they billed us|they short paid|they short paid us|they are short paying us|we got charged|we got charged for
    |we got hit with a|we got billed for|we are being charged|we are being billed|we have been billed
    |we were incorrectly billed|we were incorrectly charged|we were wrongly charged|we were wrongly billed
    |we are getting billed|we are getting charged|we got short-paid|we cannot bill|we cannot invoice|i cannot bill
    |i cannot invoice|until we have|until we have it|without it|we cannot close the file without
    |i cannot close this without|we got shorted|we never ordered|we never requested a|we never agreed to
    |we did not use|we did not need|that nobody used|that was not used|that was never used|that was not requested
    |that was never requested|that we did not request|that we did not order|that we did not use
    |that we never requested|that we never ordered|that was not needed|that was not authorized|which was not used
    |which was not requested|which we did not request|trying to close our books|we are trying to close our books
    |we lost our copy|i lost our copy|we lost our|lost our copy of|we received a claim|we received the claim
    |we received this claim|we have received a claim|we got a claim|we got this claim|we have a claim
    |i received a claim|we have to answer|we have to respond to|we need to respond to|we need to answer
    |we received an invoice for|we received a bill for|we were also charged for|we are being overcharged
    |we have not been paid|we need to bill|we need to invoice|we keyed the|i keyed the|we entered the|i entered the
    |we keyed it as|we billed it as|we billed it at|we billed the|it was keyed as|it was keyed at|it was billed as
    |it was billed at|it was entered as|it was entered at|it should be|it should have been|that should be
    |we billed class|we do not agree|we disagree|we have no record of|we have a contract|we have a quote
    |we are getting pressure from|we have a customer|we are working on|i am working on|we are closing
    |we are closing out|i am closing out|we are trying to close|i am trying to close|we are reconciling
    |i am reconciling|we are trying to collect|we cannot collect|we are trying to bill|i am trying to bill`,
  purpose: `to release payment|to get paid|so we can get paid|so we can bill|so we can invoice|so i can bill
    |so i can invoice|to process payment|to prove delivery|so they can pay|so they can process
    |so they can release payment|so that they can pay|so that we can invoice|so that we can bill
    |so we can send it to|so we can show|so i can send it to|for our records|for our files|for their records
    |for their files|for my files|for my records|for payment|for payment processing|for an audit|for our audit
    |for the audit|for audit purposes|for billing|for billing purposes|for month end|for our month end
    |for the month end closing|for the month-end closing|for accounting|for insurance|for a chargeback|for a claim
    |before they pay|before they will pay|before they can pay|before they release payment
    |before they will release payment|in order to release payment|in order to get paid|for processing
    |for customer billing|for the file|for a customer audit|so the customer can pay|so the customer pays
    |so the customer will pay|to process our invoice|to pay our invoice|to pay us|to release our payment
    |so we can close the file|to close out the month|so we can process payment|to support our dispute
    |to support the dispute|to back up our invoice|to prove the delivery|before they will process our invoice
    |before they pay us|before paying|before releasing payment|without it|without this|to process payment to us
    |to get this paid|to get the invoice paid|so that we can get paid|so we can finally get paid|so they will pay
    |so they will pay us|so they can pay us|so they can release our payment|so we can collect|so that we can collect
    |to close out the file|to close the file|to close this file|to complete our file|to complete the file
    |to complete our billing|for our billing|to bill our customer|to bill the customer|to invoice our customer
    |to invoice the customer|so we can invoice our customer|so we can bill our customer|so we can bill the customer
    |so we can invoice the customer|before they pay the invoice|before they pay our invoice
    |before they will pay the invoice|before they will pay our invoice|in order to pay us
    |in order to release our payment|in order to process payment|in order to process our invoice
    |in order to process the invoice|to process the invoice|to approve our invoice|to approve the invoice
    |to send to our customer|to send to the customer|for our customer|for the customer|for their audit
    |for their auditors|for our auditors|for the auditors|for an upcoming audit|for a customer
    |for the month end close|for month end close|for our month end close|for our accruals|for proof|as proof
    |as backup|as support|to support the claim|to support our claim|to support our position|for cash application`,
  is: `was used|were used|was requested|was required|was needed|was provided|was performed|is required|is needed
    |was damaged|were damaged|is damaged|was short|were short|was crushed|were crushed|were broken|was broken
    |were missing|was missing|is missing|are missing|was wet|were wet|was delivered|was delivered late|was late
    |arrived|arrived damaged|arrived wet|arrived late|arrived short|arrived with|came in at|was refused|is wrong
    |was wrong|is incorrect|was incorrect|is not correct|was not correct|is misspelled|was misspelled|is too high
    |was too high|was entered incorrectly|was entered wrong|was keyed wrong|was keyed incorrectly|was billed wrong
    |was billed incorrectly|was rated wrong|was rated incorrectly|was billed at|was billed as|was rated at
    |was rated as|was quoted at|was quoted as|is higher than|should be|should have been|should read
    |should not be there|should not be on|should not have been|should not have been charged
    |should not have been billed|does not match|do not match|did not match|does not agree with|is listed|was listed
    |was left off|was charged|was billed|was added|was applied|was reweighed|was inspected|is attached in|is on file
    |was signed for|was signed clean|was clean|was not on|is not on|is not in|needs to be|needs to be corrected to
    |needs to be corrected|has to be corrected|is attached|are attached|is already in|were delivered|was typed wrong
    |was used at delivery|used at delivery|is attached in the tms already|is available|are available|is available in
    |is already attached|is already attached in|weighed|weighs|were damaged in transit|was damaged in transit
    |was crushed in transit|were crushed in transit|arrived broken|arrived crushed|was short on delivery
    |were short on delivery|was refused because of|were short at delivery|was not on there|were not delivered
    |was not delivered|are short|is short|are damaged|is not right|was not right|is not accurate|was not accurate
    |is way too high|is not the right one|is higher|was higher|should be listed as|was listed as|was listed wrong
    |was spelled wrong|is spelled wrong|was keyed as|was entered as|was misread|was mistyped|is mistyped|was missed
    |was missing from|is missing from|is missing on|was missing on|was left off of|was not billed|never got billed
    |did not get billed|was added in error|was billed in error|was charged in error|was billed by mistake
    |was added by mistake|were added in error|was used but not billed|was used and not billed|came in higher
    |came in lower|reweighed at|was reweighed at|is supposed to be|was supposed to be|has a typo|had a typo
    |has the wrong|had the wrong|shows the wrong|is actually|was actually|were used at delivery
    |was needed at delivery|was required at delivery|was provided at delivery|was not there|was wrong on
    |arrived with water damage|is not correct on|does not match our|are attached to our file|arrived damaged on
    |were crushed during|was crushed during|is required by|is needed by|is in the shipment folder
    |are in the shipment folder|went to a|was going to a|was delivered to a|was delivered with|delivered to a
    |delivered with|required a|needed a|required|was done at|was done by|was performed at|should have read
    |was supposed to read|needs to read|was keyed in wrong|was keyed in as|was put in as|was put in wrong
    |is different from|is different than|differs from|is lower than|is more than|is above|does not reflect
    |do not reflect|does not include|was not included|did not reflect|was not applied|did not apply|was not honored
    |was invoiced at|was charged at|was charged as|was billed to|was billed on|was signed for by|was unloaded with
    |was unloaded by|was picked up with|has to be|was re-weighed|were weighed|was weighed|was measured
    |was inspected and`,
  recordNoun: `pro|pro number|number|no|#|invoice|inv|bill|account|record|record number|file|date|info|information|detail|ref
    |po|purchase order|amount|project|time`,
  onBill: `on the bill|on our bill|on the invoice|on our invoice|on the freight bill|on the bol|on the bill of lading
    |on our bol|on file|in the system|in the tms|in tms|on the freight invoice|on this bill|on this invoice
    |on the original bol|on our end|for this pro|on this pro|for this shipment|on this shipment|for this delivery
    |on this delivery|on the delivery receipt|at delivery|at the delivery|at pickup|at the time of delivery
    |in transit|upon delivery|upon arrival|on arrival|during transit|on this one|on this load|when it was keyed
    |when the bill was keyed|at the terminal|on it|it on the bill|of it|because of|than ours|than the`,
  answerThing: 'response|answer|reply|claim response|claim answer',
  told: `reported|reports|claims|claim|is claiming|are claiming|filed|has filed|submitted|sent us|opened|put in|issued
    |noted|confirmed|confirms|states|stated|says|said|shows|advised|verified|counted|signed for|delivered|picked up
    |used|did not use|inspected|loaded|reweighed|re-weighed|rated|reclassed|misspelled|sent over|sent in|has sent us
    |filed a|is filing|has submitted|complained that|noted on|wrote|marked|noticed|showed|documented|missed|left off
    |forgot to add|over-rated|rated it|noted it|complained|has a|has no|had a|had no|has its own|have their own
    |has their own|sent us the packing list|sent us the bol|sent photos of|took photos of|took pictures of
    |has photos of|made a note of`,
  got: `we received the following|we received the|i received the|we received a|we have received the|we just received a
    |i received this|we just got a|we just got this|received a|just received a|got a`,
  it: `it|this|this one|them|to the following|the following|to the below|the below|as follows|as shown below|as below
    |accordingly|as noted below|based on the attached|as indicated|the attached`,
  count: `one carton|one pallet|two pallets|two cartons|three cartons|three cases|four cartons|several cartons
    |several pallets|a few cartons|two broken pallets|one skid|two skids|three pallets|one box|two boxes|a pallet
    |a carton|some cartons|multiple cartons|several boxes|part of the shipment|part of the order|part of the load
    |half of the order|some of the freight`,
  unused: `was not used|was not requested|was never requested|was not ordered|was not authorized|was never authorized
    |was not needed|was not required|was not provided|was not performed|was never performed|was not part of
    |not requested|not used|which was never used|we never used it|we did not use it|we did not request it
    |we never requested it|we did not order it|we did not authorize it|we never authorized it|was not agreed
    |was not agreed to|was never agreed to|was never used|was never needed|was never ordered|were not used
    |were not requested|was not on the quote|was not quoted|was not on the bol|is not in our contract
    |is not in the contract|is not on our quote|that we do not agree with|we do not agree with|was not called for
    |was not necessary|is not owed|is not valid|is not justified|does not apply|should not apply|never happened
    |did not happen|was not our fault`,
  no: 'no',
  shown: `shows|show|is clean|is clear|was clean|was clear|was signed clear|was signed clean|is signed clear
    |is signed clean|signed clear|signed clean|clean|states|clearly shows|has no exceptions|has no notations
    |without exceptions|with no exceptions|has no notation|without any exceptions|proves|confirms|does not show
    |do not show|no exceptions noted|was signed|was signed without exceptions|was signed by the consignee
    |is signed by the consignee|was signed by the receiver|was signed clear by the consignee|signed by|signed for
    |was signed for`,
  chargeThing: `rate|rate charged|charge|charges|fuel surcharge|amount charged|amount billed|fee|linehaul|line haul|discount
    |minimum charge|accessorials|detention|storage|redelivery|lumper|reclass|class|freight charges`,
  thisIs: `this was a|this was|this is a|it was a|it is a|this delivery was|this was an|it was delivered to a
    |this delivered to a`,
  participle: `signed|scanned|billed|unauthorized|overcharged|requested|damaged|required|needed|stamped|dated|broken|crushed
    |wet|dented|agreed|quoted|contracted|posted|scheduled|cracked|torn|leaking|opened|attached|missing|handwritten`,
};

const spanish: Phrases = {
  and: 'y|e|ya que|porque|pues|asi que|para que|puesto que|&',
  glue: `el|la|los|las|un|una|unos|unas|de|del|al|a|que|en|con|por|para|segun|sobre|contra|su|sus|nuestro|nuestra
    |nuestros|nuestras|mi|este|esta|estos|estas|lo|le|les|nos|me|se|desde|conforme a|respecto a|respecto al
    |en relacion con|referente a|correspondiente|correspondiente a|correspondiente al|relacionado con|abajo|tambien
    |cual|de acuerdo al|de acuerdo con|de acuerdo a|mediante|cuyo|cuya`,
  noun: `embarque|envio|carga|flete|entrega|pedido|orden|contrato|tarifa|cotizacion|bascula|boleta de bascula
    |ticket de bascula|reporte|informe|foto|certificado|certificado de peso|terminal|sistema|portal|tienda|bodega
    |almacen|mes|siguiente|siguientes|pendiente|nuevo|nueva|correcto|correcta|real|completo|completa|original|copia
    |necesario|necesaria|parcial|tarima|pallet|caja|bulto|pieza|mercancia|producto|material|documento|renglon
    |remision|caso|semana|dia|puente|muelle|rampa|correspondientes|elevado|alto|mayor|anden|lote|ruta|linea|lineas
    |unidad|medida|medidas|viaje|contenedor|plazo|cierre|sucursal|oficina`,
  party: `cliente|embarcador|destinatario|consignatario|transportista|proveedor|chofer|operador|almacen|bodega|auditor
    |aseguradora|seguro|banco|contabilidad|cobranza|cuentas por pagar|cuentas por cobrar|facturacion|finanzas|area
    |departamento|equipo|gerente|jefe|jefa|corporativo|compras|comprador|corredor|agente|terminal|tienda|auditoria
    |auditores|empresa|gerencia`,
  unit: 'tarima|pallet|caja|bulto|pieza|libra|lb|lbs|hora|minuto',
  here: `abajo|a continuacion|siguiente|lo siguiente|adjunto|adjunta|adjuntos|anexo|anexa|aqui|aqui esta|aqui estan
    |aqui va|aqui van|les dejo|le dejo|te dejo|les paso|le paso|te paso|les comparto|le comparto|te comparto
    |les envio|le envio|te envio|les mando|le mando|envio|enviamos|adjuntamos|comparto|compartimos|remito
    |como acordamos|como quedamos|como lo platicamos|como comentamos|segun lo acordado|segun lo platicado
    |segun lo comentado|segun lo conversado|como lo hablamos|como siempre|por telefono|esta manana|ver abajo
    |mas abajo|conforme a lo siguiente|de acuerdo a lo platicado|de acuerdo a lo siguiente|como se indica|indicado
    |indicados|mencionado|una mas|otro mas|otra solicitud|de nuevo con otra|reenvio|aqui les dejo|aqui les paso
    |datos abajo|los datos|los siguientes datos|la informacion|los detalles|datos siguientes|siguientes datos
    |adjunto los|adjunto remito|envio los|con los datos siguientes|con los siguientes datos
    |con la siguiente informacion|segun lo siguiente|como sigue|los datos son|los datos del|los datos de
    |informacion del|la informacion de|informacion siguiente|datos del|aqui la informacion|aqui los datos
    |anexo los datos|adjunto la informacion`,
  request: 'solicitud|peticion|caso|asunto|tarea|requerimiento|tramite',
  isare: 'es|son|esta|estan|tengo|tenemos|va|van|encontraran|encontrara',
  when: `lo antes posible|cuanto antes|a la brevedad|a la brevedad posible|a la mayor brevedad|urgente|con urgencia|urge
    |es urgente|nos urge|me urge|hoy|hoy mismo|hoy si es posible|en cuanto puedan|en cuanto pueda|cuando puedan
    |cuando pueda|cuando tengan tiempo|si es posible|con prioridad|es prioridad|antes del viernes|para el viernes
    |antes de fin de mes|para hoy|para manana|antes del cierre de mes|para el cierre de mes|esta semana|sin prisa
    |de inmediato|de manera urgente|en cuanto les sea posible`,
  lead: `favor|por favor|porfa|porfavor|favor de|se solicita|solicito|solicitamos|quisiera|quisieramos|quiero|queremos
    |necesito que|necesitamos que|les pido|le pido|les pedimos|te pido|les agradeceria|le agradeceria|les agradecere
    |agradecere|agradeceremos|les encargo|le encargo|me gustaria|nos gustaria|hay que|es necesario|requerimos que
    |requiero que|les solicito|le solicito|les solicitamos|ayuda para|su apoyo para|su ayuda para|apoyo para
    |de su apoyo para|de su ayuda para|con su apoyo para|amablemente|su amable apoyo|de la manera mas atenta
    |por medio del presente|por este medio|equipo|hola|buenas|tengan a bien|pido de su apoyo para
    |solicito su apoyo para|solicito de su apoyo para|les pido su apoyo para|les pido de su apoyo para|si nos pueden
    |si me pueden|su apoyo con|de su apoyo con|solicito su apoyo con|le solicito su apoyo con
    |les solicito su apoyo con|sean tan amables de|les encargo mucho|me urge|nos urge|de favor|les pido por favor
    |le pido por favor|le pido de favor|les pido de favor|me permito solicitar|pido|su apoyo por favor para
    |con su ayuda|ayudenme a|ayudenos a|apoyenme a|apoyenos a|ayudenos con|apoyenme con|apoyenos con|ayudenme con
    |necesito su apoyo para|necesito su ayuda para|necesitamos su apoyo para|necesitamos su ayuda para
    |requiero su apoyo para|requerimos su apoyo para|necesito de su apoyo para|agradeceria`,
  ask: `me pueden|nos pueden|me podrian|nos podrian|me puede|nos puede|me podria|nos podria|me puedes|nos puedes
    |me podrias|nos podrias|pueden|podrian|puede|podria|puedes|podrias|seria posible|es posible|seria tan amable de
    |me ayudan|nos ayudan|me ayudas|nos ayudas|me apoyan|nos apoyan|me apoyas|nos apoyas|podrian por favor
    |me hacen favor de|me haces el favor de|me consiguen|me regalan|me podrias ayudar a|me podrian ayudar a
    |nos podrian ayudar a|me pueden ayudar a|nos pueden ayudar a|me puedes ayudar a|me puede ayudar a
    |nos puede ayudar a|me podria ayudar a|me podrian apoyar|nos podrian apoyar|me podrian ayudar|nos podrian ayudar
    |me pueden apoyar a|nos pueden apoyar a|me apoyas a|me apoyan a|nos apoyan a|nos ayudan a|me ayudan a
    |seria posible que|me pueden por favor|nos pueden por favor|podrian ayudarme a|podrian ayudarnos a
    |podrian apoyarme a|podrian apoyarnos a|pueden ayudarme a|pueden ayudarnos a|pueden apoyarme a|podria ayudarme a
    |podria apoyarme a|me podran|nos podran|podran|que tal|como estan|como esta|como estas|nos ayudas por favor con
    |me pueden ayudar con|nos pueden ayudar con|me podrian ayudar con|nos podrian ayudar con|me ayudan con
    |nos ayudan con|nos apoyan con|me apoyan con|me podrian apoyar con|nos podrian apoyar con|me pueden apoyar con
    |nos pueden apoyar con|me puede ayudar con|nos puede ayudar con|me podrias ayudar con|me puedes ayudar con
    |podrian ayudarme con|podrian ayudarnos con|podrian apoyarme con|podrian apoyarnos con|pueden ayudarme con
    |pueden ayudarnos con|pueden apoyarnos con|nos apoyas con|me apoyas con|me ayudas con|nos ayudas con
    |podria apoyarme con|podria ayudarme con|me podria apoyar con|nos podria apoyar con|me podria ayudar con
    |me pueden ayudar por favor con`,
  need: `necesito|necesitamos|se necesita|requiero|requerimos|se requiere|solicito|solicitamos|necesitaria|nos falta
    |nos hace falta|me falta|me hace falta|quisiera|buscamos|ocupo|ocupamos|me pueden ayudar con
    |nos pueden ayudar con|me podrian ayudar con|nos podrian ayudar con|me ayudan con|nos ayudan con|nos apoyan con
    |me apoyan con|me podrian apoyar con|nos podrian apoyar con|me pueden apoyar con|nos pueden apoyar con|ayuda con
    |apoyo con|su apoyo con|me puede ayudar con|nos puede ayudar con|requiere|necesita|necesito el apoyo con
    |me podrias ayudar con|me puedes ayudar con|podrian ayudarme con|podrian ayudarnos con|podrian apoyarme con
    |podrian apoyarnos con|pueden ayudarme con|pueden ayudarnos con|pueden apoyarnos con|nos apoyas con
    |me apoyas con|me ayudas con|nos ayudas con|necesito su apoyo con|necesito su ayuda con|necesitamos su apoyo con
    |necesitamos su ayuda con|de su apoyo con|de su ayuda con|requiero su apoyo con|requerimos su apoyo con
    |nos sigue faltando|aun nos falta|todavia nos falta|solicito su ayuda con|podria apoyarme con
    |podria ayudarme con|me podria apoyar con|nos podria apoyar con|me podria ayudar con
    |me pueden ayudar por favor con`,
  do: `procesar|procesen|procese|procesa|tramitar|tramiten|gestionar|gestionen|gestione|atender|atiendan|atienda|apoyar
    |apoyarme|apoyarnos|ayudar|ayudarme|ayudarnos|realizar|realicen|dar seguimiento|den seguimiento|dar tramite
    |proceder|procedan|proceda|revisar y procesar|apoyarnos con|ayudarnos con|ayudarme con|apoyarme con
    |echar una mano|su apoyo|su ayuda|apoyo|ayuda|ayudar con|apoyar con|ayudan con|apoyan con|ayudas con
    |atender la siguiente|ejecutar|ingresar la siguiente|trabajar|encargo esta solicitud
    |encargo mucho esta solicitud|encargo este caso`,
  kind: `hola|buenos dias|buen dia|buenas tardes|buenas noches|buenas|estimado|estimada|estimados|estimadas|gracias
    |muchas gracias|mil gracias|de antemano gracias|de antemano|saludo|saludos|un saludo|un cordial|un abrazo
    |cordial|cordialmente|atentamente|agradezco|agradecemos|les agradezco|le agradezco|te agradezco|les agradecemos
    |le agradecemos|que tengan|que tenga|que tengas|feliz|excelente|buen|buena|bonito|disculpen|disculpe|disculpa
    |perdon por|quedo|quedamos|les mando|reciban|reciba|sin mas por el momento|sin otro particular|apreciable|lindo
    |me despido|quedo a la espera de|quedo en espera de|que te vaya bien|que tal|le mando|un abrazo fuerte
    |gracias por|mil|como estan|como esta|como estas|que tengas un|que tengan un|que tenga un|buen inicio de semana
    |bonita|quedo de ustedes|sin mas|saludos desde|perdonen|perdona|una disculpa`,
  kindly: `a todos|todos|todas|equipo|companeros|companeras|senor|senora|senores|sr|sra|licenciado|lic|ingeniero|ing|por|su
    |sus|tu|la|el|los|un|una|ayuda|apoyo|atencion|tiempo|colaboracion|gentileza|pronta respuesta|respuesta|valioso
    |valiosa|amable|gran|mucho|muchas|muchisimas|y|de antemano|antemano|anticipadas|gracias|saludo|saludos|cordial
    |cordiales|cordialmente|a|al|de|con|este caso|en este caso|este asunto|dia|tarde|noche|semana|fin de semana
    |inicio|inicio de semana|viernes|lunes|excelente|buen|buena|bonito|bonita|lindo|linda|feliz|molestia|la molestia
    |las molestias|molestias|atento|atenta|atentos|al pendiente|pendiente|a sus ordenes|a la orden|a sus comentarios
    |sus comentarios|su respuesta|su confirmacion|confirmacion|comentarios|para cualquier duda
    |para cualquier aclaracion|cualquier duda|duda|aclaracion|o|en espera|en|desde|les|le|te|tan|todo|tengan|pronto
    |otra vez|siempre|como siempre|que|tengan un|afectuoso|abrazo|hoy|puente|fuerte|estan|estas|ustedes|usted
    |por todo|por la|bendiciones|excelente dia|lo tarde|el correo|insistencia|la insistencia|urgencia|la urgencia
    |apoyarnos|apoyarme|ayudarnos|ayudarme|su pronta|pronta`,
  hope: 'espero|esperamos|espero que|esperando|deseo|deseando|les deseo',
  hoping: `que|se encuentren|se encuentre|te encuentres|se encuentran|esten|este|estes|muy|bien|haya|hayan|hayas|tenido
    |pasado|tenga|tengan|teniendo|un|una|excelente|buen|buena|lindo|bonito|fin de semana|semana|dia|inicio de|inicio
    |todos|todo|vaya|marche|con|su|equipo|y|familia|les|le|te|el|la|de|al recibir este correo|este correo|tarde|gran
    |encontrandose`,
  offer: `cualquier duda|cualquier pregunta|cualquier comentario|cualquier aclaracion|cualquier cosa|si tienen|si tiene
    |si necesitan|si necesita|si requieren|si requiere|si hace falta|no duden en|no dude en|avisenme si|aviseme si
    |avisame si|avisenos si|quedo a sus ordenes|quedo a la orden|quedo al pendiente|quedamos al pendiente
    |quedo pendiente|quedo atento|quedo atenta|quedamos atentos|estoy a sus ordenes|estamos a sus ordenes|con gusto
    |en caso de|para cualquier|me avisan si|diganme si|haganmelo saber|en espera de|quedo en espera de
    |quedo a la espera de`,
  offering: `duda|pregunta|comentario|aclaracion|alguna|algun|algo|mas|adicional|otra|otro|informacion|dato|documento
    |necesitan|necesita|requieren|requiere|falta|hace falta|o|y|a sus ordenes|a la orden|estoy|estamos|quedo
    |quedamos|al pendiente|pendiente|de|su|respuesta|confirmacion|comentarios|sus|les|le|comparto|puedo|compartir
    |apoyar|contactarme|contactarnos|llamarme|escribirme|por favor|favor|me|nos|avisan|avisen|con gusto|en
    |no duden en|no dude en|cualquier|para|ello|quedo a sus ordenes|por telefono|por correo|con|detalles|atento
    |atenta|atentos|gracias|siempre`,
  report: `favor de confirmar|favor de confirmarme|por favor confirmen|por favor confirme|me confirman|me confirma
    |me confirmas|confirmar|avisenme|aviseme|avisame|avisen|me avisan|me avisas|favor de avisar|favor de avisarme
    |quedo a la espera de|quedo en espera de|por favor avisenme|me pueden avisar|favor de acusar
    |agradecere me confirmen`,
  done: `recibido|de recibido|cuando quede|cuando quede listo|cuando este|cuando este listo|una vez que quede
    |una vez que este listo|en cuanto quede|en cuanto quede listo|en cuanto este listo|cuando lo tengan
    |en cuanto lo tengan|cuando se haya procesado|una vez procesado|una vez procesada|una vez presentada|recepcion
    |la recepcion|de recepcion|su confirmacion|cuando este lista|cuando quede lista|en cuanto este presentada|recibo
    |cuando lo hayan procesado`,
  alone: `para nuestros registros|para nuestro expediente|para su atencion|para tramite|soy|me llamo
    |una disculpa por la molestia|de acuerdo|claro|ok|si|saludos|va otra|para nuestro archivo|soy nuevo en el area
    |soy nueva en el area|buenas tardes`,
  placing: 'de|del|la|el|area|en|facturacion|cobranza|reclamos|equipo|y|trafico|departamento|mi nombre es',
  which: 'cual|que|cuales|y cual|y el|cual es',
  pod: `obtener|obtengan|sacar|saquen|conseguir|conseguirme|conseguirnos|consigan|enviar|enviarme|enviarnos|envienme
    |envien|enviennos|envie|mandar|mandarme|mandarnos|manden|mandenme|mandennos|descargar|descarguen|descargue
    |buscar|busquen|proporcionar|proporcionarme|proporcionarnos|compartir|compartirme|compartirnos|compartan
    |compartanme|bajar|bajen|facilitar|facilitarme|facilitarnos|adjuntar|adjunten|anexar|anexen|subir|suban|extraer
    |recuperar|recuperen|hacerme llegar|hacernos llegar|pasarme|pasarnos|agregar|agreguen|jalar`,
  podThing: `comprobante|comprobante de entrega|prueba de entrega|prueba|pod|acuse|acuse de recibo|acuse de entrega
    |remision firmada|carta porte firmada|albaran|albaran firmado|copia|recibo|recibo de entrega|documento|evidencia
    |evidencia de entrega|evidencias|firma|soporte|papel firmado|papel`,
  dispute: `presentar|presenten|presente|presentes|abrir|abran|levantar|levanten|meter|metan|ingresar|ingresen|disputar
    |disputen|dispute|impugnar|impugnen|reclamar|reclamen|iniciar|inicien|registrar|registren|tramitar|tramiten
    |someter|generar|generen|hacer|hagan|procesar|procesen|crear`,
  disputeThing: `disputa|reclamacion|reclamo|impugnacion|cargo|cobro|diferencia|pago corto|pago parcial|faltante|descuento
    |deduccion|factura|saldo|tarifa|accesorial|flete|maniobra|plataforma hidraulica|rampa|demora|peso|clase|dano
    |inconformidad|sobrecargo`,
  claim: `responder|respondan|responda|respondas|contestar|contesten|conteste|atender|atiendan|dar respuesta|den respuesta
    |dar|enviar|preparar|tramitar|contestarlo|responderlo|revisar y contestar|presentar|procesar`,
  claimThing: 'reclamo|reclamacion|queja|reclamo de carga|reclamo por dano|reclamo por faltante',
  fix: `corregir|corrijan|corrija|corrige|actualizar|actualicen|actualice|cambiar|cambien|modificar|modifiquen|ajustar
    |ajusten|capturar|capturen|registrar|registren|aplicar|apliquen|realizar|realicen|hacer|hagan|ingresar|ingresen
    |procesar|procesen|rectificar|meter|tramitar`,
  fixThing: 'correccion|correccion de peso|correccion de clase|ajuste|cambio|guia|factura|registro|modificacion',
  weightThing: 'peso|peso facturado|peso real|correccion de peso|libras|lbs',
  classThing: 'clase|clase facturada|correccion de clase|clase de flete',
  consigneeThing: `consignatario|nombre|nombre del consignatario|destinatario|direccion|domicilio|nombre del destinatario`,
  addThing: `accesorial|cargo|servicio|plataforma|liftgate|rampa|plataforma hidraulica|residencial|entrega residencial
    |cargo accesorial`,
  add: 'agregar|agreguen|agregue|anadir|sumar|incluir|incluyan|cargar',
  remove: 'quitar|quiten|eliminar|eliminen|retirar|retiren',
  wants: `necesita|necesitan|requiere|requieren|solicita|solicitan|solicito|pide|piden|pidio|nos pide|nos piden|nos pidio
    |nos solicita|nos solicito|esta pidiendo|estan pidiendo|nos esta pidiendo|nos estan pidiendo|esta solicitando
    |nos esta solicitando|lo necesita|lo pide|lo solicita|lo requiere|la necesita|exige|esta esperando|espera
    |esta insistiendo en|insiste en|quiere|quieren|pago de menos|pago menos|nos pago de menos|no pago|no ha pagado
    |no nos paga|no nos paga sin|no quiere pagar|no quiere pagar sin|no libera el pago|no libera el pago sin
    |se niega a pagar|desconto|nos desconto|dedujo|cobro|nos cobro|nos cobraron|cobraron|nos facturo|facturo|reclama
    |reclamo|disputa|no recibio|no ha recibido|no tiene|perdio|extravio|para liberar el pago|antes de pagar
    |esta molesto|esta muy molesto|nos esta presionando|no reconoce|nos reclama|de menos|de mas|nos lo pide
    |nos la pide|nos lo esta pidiendo|nos lo exige|nos lo requiere|lo necesita para|la necesita para
    |lo requiere para|lo pide para|necesita ver|quiere ver|no nos paga sin ella|no nos paga sin el
    |no nos quiere pagar sin|no nos quiere pagar|no nos va a pagar sin|retuvo el pago|retiene el pago
    |tiene retenido el pago|tiene detenido el pago|esta reteniendo el pago|nos retiene el pago|nos cobro de mas
    |nos desconto de menos|nos hizo un descuento|nos dedujo|nos aplico|nos aplico un|aplico un|nos aplico una
    |nos agrego|agrego|que no se uso|que no se utilizo|que no se hizo|que no se realizo|que no se solicito
    |que no solicitamos|que no pedimos|que no autorizamos|que nunca solicitamos|nos insiste|nos llama a diario
    |llama a diario|pregunta a diario|esta preguntando por|pregunta por|nos pregunta por|pago solo una parte
    |pago solo una parte de|pago parcialmente|pago incompleto|pago incompleta|nos pago menos|solo pago una parte
    |solo pago una parte de|solo nos pago una parte|nos quedo a deber|para liberar el pago de
    |antes de liberar el pago|sin ella|sin el comprobante|sin la prueba de entrega|sin comprobante|sin el acuse
    |sin la evidencia|no quiere pagar la factura sin|no quiere liberar el pago sin|no paga sin|no pagara sin
    |no nos paga la factura sin|lo esta pidiendo|la esta pidiendo|lo solicito|la solicito|nos lo solicito
    |nos la solicito|nos esta exigiendo|nos esta reclamando|reclama un|reclama una|reporta faltante
    |reporta un faltante|nos pide el|nos pide la|lo necesita hoy|la pide|los necesita|insiste en ver
    |quiere el papel firmado`,
  we: `nos pagaron de menos|nos pagaron menos|nos cobraron|nos cobraron de mas|nos facturaron|no tenemos|no tengo
    |no encontramos|no encuentro|no hemos recibido|no contamos con|nos descontaron|no solicitamos|no pedimos
    |no autorizamos|nunca solicitamos|seguimos sin|la disputa esta abierta|no estamos de acuerdo con|nos lo piden
    |nos lo pide|lo necesitamos|lo necesito|nos la pide|nos lo esta pidiendo|nos lo pide el|nos hace falta
    |nos cobraron un|nos cobraron una|nos cobraron la|nos cobraron el|que no se uso|que no se utilizo
    |que no se solicito|que no solicitamos|que no pedimos|que no autorizamos|nos aplicaron|nos aplicaron un
    |nos aplicaron una|nos facturaron de mas|nos facturaron un|nos cobraron de mas en|no localizamos|no localizo
    |no nos ha llegado|no nos han enviado|no nos han compartido|aun no tenemos|todavia no tenemos|aun no recibimos
    |no contamos aun con|necesitamos contestar|nos pagaron incompleto|nos pagaron incompleta|nos descontaron de
    |nos quedaron a deber|estamos inconformes con|estamos en desacuerdo con|recibimos un reclamo
    |recibimos el reclamo|recibimos este reclamo|recibimos la reclamacion|recibimos una reclamacion
    |recibi el reclamo|tenemos que contestar|tenemos que responder|nos llego el reclamo|nos llego un reclamo`,
  purpose: `para facturar|para poder facturar|para cobrar|para poder cobrar|para liberar el pago|para que nos paguen
    |para que liberen el pago|para auditoria|para la auditoria|para nuestra auditoria|para el cierre
    |para cerrar el expediente|para nuestro expediente|para nuestro archivo|para nuestros registros
    |para comprobar la entrega|para pago|para el pago|para soporte|para respaldar|para su pago|para contabilidad
    |para que paguen|para liberar su pago|para que nos pueda pagar|para que el cliente nos pague
    |para que nos liberen el pago|para poder liberar el pago|para que nos libere el pago|para que nos liberen
    |para cerrar el mes|para el cierre de mes|para soportar|para soportar la factura|para comprobar
    |para nuestro cliente|para el cliente|para su revision|para revision|para poder facturarle
    |para facturarle al cliente|para enviarlo al cliente|para enviarselo al cliente|para adjuntarlo
    |para poder cerrar el mes|para la auditoria interna|para auditores|para los auditores|para programar el pago
    |para programar pago|para programar nuestro pago|para poder programar el pago|para procesar el pago
    |para autorizar el pago|para tramitar el pago|para emitir el pago|para realizar el pago|para pagarnos
    |para poder pagarnos`,
  is: `se utilizo|se uso|se requirio|se solicito|llego danada|llego danado|llego con dano|llego mojada|llego incompleta
    |llego incompleto|llegaron danadas|llegaron danados|llego golpeada|esta mal|esta equivocado|esta incorrecto
    |es incorrecto|es incorrecta|esta mal escrito|no es correcto|no es correcta|no coincide con|no coincide
    |no corresponde|no corresponde a|debe ser|deberia ser|debe decir|es de|fue de|faltaron|faltan|venia|venian
    |se entrego|fue entregado|fue entregada|esta en|esta adjunto|esta en el sistema|se capturo mal|quedo mal
    |mal escrito|no aplica|no procede|no es el que marca|no es el que indica|no es el correcto|no es la correcta
    |es mayor|es mayor a|es menor|es menor a|esta incorrecta|esta equivocada|se registro mal|se capturo con error
    |aparece mal|viene mal|venia golpeada|venia danada|venian danadas|llegaron golpeadas|llegaron mojadas
    |llegaron incompletas|llego golpeado|se danaron|se dano|no venia|no venian|no llegaron completas|faltan en
    |no debe aplicar|no debio cobrarse|no se debio cobrar|no esta en|esta mal en|quedo registrado mal
    |quedo mal registrado|se utilizo en la entrega|se uso en la entrega|fue utilizado|fue utilizada|fue necesario
    |fue necesaria|esta disponible|esta anexo|esta en el expediente`,
  recordNoun: `factura|numero|no|pro|guia|cuenta|expediente|fecha|dato|informacion|detalle|monto|importe|referencia|archivo`,
  onBill: `en la factura|en la guia|de la factura|de la guia|en el sistema|segun la bascula|en el documento
    |en la carta porte`,
  told: `presento|nos envio|envio|confirmo|indica|indico|dice|reporta|reporto|anoto|alega|tiene anden|cuenta con anden`,
  got: 'recibimos',
  answerThing: 'respuesta|contestacion',
  it: `la|lo|esta|este|lo siguiente|como sigue|conforme a lo siguiente|de acuerdo a lo siguiente|la siguiente
    |el siguiente`,
  count: `una tarima|dos tarimas|tres tarimas|varias cajas|dos cajas|tres cajas|una caja|algunas cajas|dos bultos|un bulto
    |parte de la mercancia`,
  unused: `no se utilizo|no se uso|no se solicito|no fue solicitado|no fue solicitada|no se requirio|no se requeria
    |no se presto|no se realizo|no fue necesaria|no fue necesario|no fue utilizada|no fue utilizado|no fue requerido
    |no fue requerida|nunca se utilizo|nunca se solicito|nunca se requirio|nunca fue solicitado|no la solicitamos
    |no lo solicitamos|no la pedimos|no lo pedimos|no estaba autorizado|no estaba autorizada|no fue autorizado
    |no fue autorizada|no esta en el contrato|no esta en la cotizacion|no estaba cotizado|no corresponde`,
  no: 'ningun|ninguna',
  shown: `muestra|indica|sin observaciones|sin anotaciones|esta limpio|fue firmado sin observaciones
    |esta firmado sin observaciones|firmado sin observaciones|demuestra|no muestra`,
  chargeThing: 'tarifa|cargo|cobro|costo|sobrecargo|maniobra|demora|plataforma|tarifa cobrada',
  thisIs: 'fue una|fue un|es una|era una|se trata de una',
  participle: `firmado|firmada|sellado|danado|danada|requerido|recibida|recibido|recibidas|adjunto|adjunta|abierta|abierto`,
};

const french: Phrases = {
  and: 'et|car|parce que|puisque|afin que|donc|&|comme',
  glue: `le|la|les|un|une|de|du|des|au|aux|a|en|dans|pour|par|sur|avec|selon|contre|ce|cet|cette|ces|notre|nos|votre|vos
    |mon|ma|mes|leur|son|sa|ses|que|qui|nous|me|vous|ci|concernant|relatif a|relative a|relatifs a|suite a|aupres de
    |aupres du|chez|d|l|leurs|lui|y|quelle|celui-ci|aussi|egalement|de apres|conformement a|conformement au
    |ainsi que|par rapport a|par rapport au`,
  noun: `envoi|expedition|livraison|chargement|commande|contrat|tarif|devis|ticket de pesee|bon de pesee|pesee|repesee
    |rapport|photo|certificat|terminal|systeme|portail|magasin|quai|mois|suivant|suivante|suivants|suivantes|nouveau
    |nouvelle|correct|correcte|reel|complet|complete|original|lisible|partiel|palette|colis|carton|piece|marchandise
    |produit|document|fret|transport|ligne|connaissement|lettre de voiture|bordereau|recepisse|site|bureau
    |necessaire|semi|remorque|trimestre|adresse mail|affaire|tournee|agence|prealable|unitaire|date|jour|semaine
    |bons|reference`,
  party: `client|cliente|expediteur|destinataire|transporteur|chargeur|fournisseur|chauffeur|entrepot|auditeur|assureur
    |assurance|banque|comptabilite|service comptabilite|service comptable|service facturation|facturation
    |service client|service litiges|recouvrement|equipe|responsable|direction|service|commissionnaire|magasin|agence
    |acheteur|il|ils|elle|societe|audit`,
  unit: 'palette|colis|carton|piece|livre|lbs|lb|kg|heure|minute',
  here: `ci-dessous|ci-joint|ci-jointe|ci-joints|ci-apres|voici|voila|suivant|suivante|suivants|voir ci-dessous
    |veuillez trouver|vous trouverez|vous trouverez ci-dessous|merci de trouver|je vous transmets
    |nous vous transmettons|je vous envoie|nous vous envoyons|je vous joins|je vous adresse|je vous fais suivre
    |en piece jointe|comme convenu|comme discute|comme demande|comme prevu|comme evoque|comme d habitude
    |comme de habitude|suite a notre conversation|suite a notre echange|suite a notre appel|suite a notre entretien
    |suite a votre demande|par telephone|ce matin|plus bas|comme suit|indique|indiquee|une nouvelle demande
    |encore une demande|une petite demande|une autre pour vous|en bas|mentionne|je vous partage|les informations
    |les elements|les details|trouver ci-joint|trouver ci-dessous|le detail|voici une|voici un|voici la|voici les
    |voici le|comme indique|comme indique ci-dessous|veuillez trouver ci-dessous|veuillez trouver ci-joint
    |je vous transmets les|pour ce dossier voici|une petite demande pour|une petite urgence|petite urgence
    |vous trouverez les|vous trouverez ci-joint|je vous communique|nous vous communiquons|je vous envoie ci-dessous
    |les references|les coordonnees|suite a notre discussion|suite a notre conversation telephonique
    |suite a notre entretien telephonique|comme convenu par telephone|comme convenu ce matin|informations ci-dessous
    |elements ci-dessous|les donnees|en reference|pour commencer la semaine`,
  request: 'demande|requete|dossier|tache|cas',
  isare: 'est|sont|je ai|nous avons|il y a',
  when: `des que possible|au plus vite|au plus tot|dans les meilleurs delais|rapidement|urgent|urgente|en urgence
    |ce est urgent|est urgent|aujourd'hui|aujourde hui|si possible|des que vous pouvez|quand vous pouvez
    |quand vous aurez un moment|quand vous aurez le temps|quand tu peux|en priorite|prioritaire|avant vendredi
    |avant la fin de la journee|avant la fin du mois|avant la fin de la semaine|de ici vendredi|de ici demain
    |pour vendredi|ce jour|cette semaine|sans urgence|avant la cloture|pour demain|avant midi|ce est assez urgent
    |assez urgent`,
  lead: `merci de|merci de bien vouloir|veuillez|veuillez svp|svp|stp|se il vous plait|se il te plait|sil vous plait
    |merci|je souhaite|nous souhaitons|je souhaiterais|nous souhaiterions|je voudrais|nous voudrions|je vous prie de
    |nous vous prions de|je vous remercie de|je vous remercie de bien vouloir|nous vous remercions de
    |nous vous remercions de bien vouloir|je vous saurais gre de|il faudrait|il faut|je vous demande de
    |nous vous demandons de|je te remercie de|vous serait-il possible de|je aurais besoin que vous
    |auriez-vous l'amabilite de|bien vouloir|je vous serais reconnaissant de|je vous serais reconnaissante de
    |prenez soin de|bonjour|aidez-nous a|aidez-moi a|nous aimerions|je aimerais|equipe|priere de
    |je souhaiterais que vous|nous aurions souhaite|je vous serais tres reconnaissant de
    |nous vous serions reconnaissants de|merci par avance de|merci de avance de|merci de nous|merci de me
    |pouvez-vous svp|auriez-vous la possibilite de|nous vous saurions gre de|prions de|il faudrait svp
    |besoin de votre aide pour|je aurais besoin de votre aide pour|nous avons besoin de votre aide pour
    |je ai besoin de votre aide pour|je ai besoin que vous|nous avons besoin que vous|je vous demanderais de
    |je vous contacte afin de|je vous contacte pour|je vous ecris pour|je vous ecris afin de
    |nous vous contactons pour|nous vous contactons afin de|je me permets de vous demander de
    |je me permets de vous contacter pour`,
  ask: `pouvez-vous|pourriez-vous|peux-tu|pourrais-tu|est-ce que vous pouvez|est-ce que vous pourriez|est-ce que tu peux
    |serait-il possible de|est-il possible de|vous serait-il possible de|vous pouvez|vous pourriez|tu peux
    |tu pourrais|quelqu'un peut|quelqu'un pourrait|auriez-vous|est ce que vous pouvez|est ce que vous pourriez
    |pouvez vous|pourriez vous|serait il possible de|auriez-vous la gentillesse de|auriez-vous le amabilite de
    |que un peut|quelque un peut|quelque un pourrait|comment allez-vous|comment vas-tu|comment ca va
    |est-il possible de avoir|serait-il possible de avoir|pouvez-vous me faire parvenir|est-ce que je peux avoir
    |puis-je avoir|pourrais-je avoir|pourrions-nous avoir|peut-on avoir`,
  need: `je ai besoin de|nous avons besoin de|nous avons besoin du|nous avons besoin|je ai besoin du|je ai besoin
    |je aurais besoin de|je aurais besoin du|je aurais besoin|nous aurions besoin de|nous aurions besoin du
    |nous aurions besoin|il nous faut|il me faut|il nous faudrait|il me faudrait|il nous manque|il me manque
    |nous recherchons|je recherche|je cherche|besoin de|besoin du|a besoin de|a besoin du|nous demandons|je demande
    |auriez-vous|je voudrais|nous voudrions|je souhaiterais obtenir|nous souhaiterions obtenir
    |je souhaiterais recevoir|nous souhaiterions recevoir|nous avons absolument besoin de
    |nous avons absolument besoin du|nous avons urgemment besoin du|nous avons urgemment besoin de
    |je ai urgemment besoin du|nous avons besoin de ce|il nous manque encore|il me manque encore
    |il nous faut absolument|je recherche le|est-il possible de avoir|serait-il possible de avoir
    |pouvez-vous me faire parvenir|est-ce que je peux avoir|puis-je avoir|pourrais-je avoir|pourrions-nous avoir
    |peut-on avoir|je suis a la recherche de|je suis a la recherche du|nous sommes a la recherche du
    |nous sommes a la recherche de|requise|requis|necessite|il faut|il faudrait|je aurais besoin de ceci`,
  do: `traiter|prendre en charge|se occuper de|vous occuper de|te occuper de|vous en occuper|se en occuper|aider
    |me aider|nous aider|me aider avec|nous aider avec|effectuer|faire le necessaire|lancer|proceder a|gerer
    |donner suite a|regarder|faire|prendre en compte|executer|donner un coup de main`,
  kind: `bonjour|bonsoir|salut|cher|chere|chers|cheres|madame|monsieur|mesdames|messieurs|merci|un grand merci
    |merci beaucoup|mille mercis|merci de avance|merci par avance|je vous remercie|nous vous remercions
    |je te remercie|vous remerciant|en vous remerciant|cordialement|bien cordialement|tres cordialement|bien a vous
    |salutations|sinceres|meilleures|bonne|bon|belle|excellente|desole|desolee|toutes mes excuses|je vous souhaite
    |nous vous souhaitons|je reste|nous restons|dans le attente de|bien a toi|amicalement|avec mes remerciements
    |merci encore|passez|joyeux|respectueusement|excusez-moi|pardon pour|a bientot|vous souhaitant|en attendant
    |salut a|bonjour a|merci pour|merci a|bon courage|tres bonne|tres belle|comment allez-vous|comment vas-tu
    |comment ca va|meilleurs|je vous remercie pour|je vous remercie de votre|bonnes|avec toutes mes excuses
    |en vous souhaitant|merci infiniment|au plaisir|desole pour|toutes nos excuses|nos excuses|mes excuses
    |vous en remerciant|en vous en remerciant|je vous en remercie|nous vous en remercions|en te remerciant`,
  kindly: `a tous|a toutes|tous|toutes|a vous|le equipe|equipe|a le equipe|a toute le equipe|beaucoup|bien|infiniment
    |de avance|par avance|avance|pour|votre|vos|ton|ta|aide|reactivite|retour|reponse|soutien|travail|disponibilite
    |collaboration|comprehension|attention|precieuse|precieux|prompte|rapide|rapidite|et|cordialement|cordiales
    |salutations|distinguees|journee|soiree|semaine|apres-midi|fin de semaine|week-end|fin de journee|reste de|une
    |un|excellente|bonne|belle|agreable|bon|la|le|les|de|a|votre disposition|a votre disposition|disposition|madame
    |monsieur|madame monsieur|vous|te|encore|en|derangement|le derangement|vous deranger|de vous deranger|mes|nos
    |sinceres|meilleures|de votre|de votre aide|de votre retour|de votre confirmation|confirmation|demain|vendredi
    |courage|chers collegues|collegue|cette demande|sur ce dossier|sur ce sujet|toute|annee|fetes|bonnes|sentiments
    |meilleurs|respectueux|le derangement occasionne|cette urgence|le urgence|la relance|ce rappel|pour votre
    |souhaite|souhaitons|cordiale|a bientot|par retour|pour ton|pour votre aide precieuse|patience|efficacite
    |professionnalisme|implication|journee a vous|collegues|bon week-end|a tres vite|merci|beaucoup pour
    |toute le equipe|ce message tardif`,
  hope: 'je espere|nous esperons|en esperant|esperant|je espere que',
  hoping: `que|vous|tu|allez|vas|bien|va|avez|passe|passez|un|une|bon|bonne|excellent|excellente|agreable|week-end|semaine
    |journee|tout|se passe|pour|chez|votre|le|la|debut de|equipe|toute|conges|vacances|ce mail|ce message|trouve|te
    |en pleine forme|de bonnes|as|et`,
  offer: `ne hesitez pas a|ne hesitez pas|ne hesite pas a|ne hesite pas|ne hesitez pas a me contacter|si vous avez
    |si besoin|en cas de|pour toute question|pour tout renseignement|pour toute information
    |je reste a votre disposition|je reste a votre disposition pour|nous restons a votre disposition
    |je reste disponible|dites-moi si|faites-moi savoir si|si vous avez besoin|dans le attente de|en attente de
    |je suis joignable|me contacter si|je suis a votre disposition|nous restons a votre disposition pour`,
  offering: `me contacter|nous contacter|me appeler|nous appeler|a revenir vers moi|revenir vers moi|revenir vers nous
    |me joindre|si|besoin|vous avez|avez|des|de|une|la|le|toute|tout|question|questions|renseignement|information
    |informations|complementaire|complementaires|supplementaire|supplementaires|autre|document|element|complement
    |quelque chose|manque|il|pour|en|cas|ou|et|autres|plus|a votre disposition|je reste|nous restons|votre retour
    |votre confirmation|votre reponse|par telephone|par mail|precision|precisions|doute|a|moindre|vous|que|bonne
    |journee|soiree|cordialement`,
  report: `merci de me confirmer|merci de nous confirmer|merci de confirmer|merci de me prevenir|merci de nous prevenir
    |merci de me tenir informe|merci de me tenir informee|merci de nous tenir informes|tenez-moi informe
    |tenez-nous informes|tenez-moi au courant|tenez-nous au courant|pouvez-vous me confirmer|pouvez-vous confirmer
    |merci de accuser|veuillez confirmer|prevenez-moi|faites-moi signe|dites-moi|merci de me dire|confirmez-moi
    |veuillez accuser|merci de me faire un retour|merci de revenir vers moi|je attends`,
  done: `reception|bonne reception|la bonne reception|la reception|quand ce est fait|quand ce sera fait
    |une fois que ce est fait|une fois fait|une fois la demande traitee|des que ce est fait|des que ce sera fait
    |une fois traite|une fois traitee|une fois depose|une fois le litige depose|des que vous le avez
    |la prise en compte|prise en charge|la prise en charge|tenez-moi informe|tenez-nous informes
    |merci de me tenir informe|merci de me tenir informee|merci de nous tenir informes|tenez-nous au courant
    |tenez-moi au courant`,
  alone: `pour traitement|pour votre suivi|pour suite a donner|pour nos dossiers|bien entendu|ok|oui|je suis|je me appelle
    |je remplace|desole pour le derangement|pour information et traitement|merci|pour action`,
  placing: 'pour|de|du|chez|a|au|la|le|service|facturation|litiges|merci|cette semaine|et|equipe',
  which: 'quel|quelle|lequel|laquelle|et le|quel est|quelle est|que',
  pod: `recuperer|envoyer|nous envoyer|me envoyer|transmettre|me transmettre|nous transmettre|fournir|nous fournir
    |me fournir|obtenir|extraire|telecharger|faire parvenir|me faire parvenir|nous faire parvenir|chercher|retrouver
    |sortir|procurer|nous procurer|me procurer|communiquer|nous communiquer|me communiquer|joindre|ajouter|deposer
    |demander|envoyez-nous|envoyez-moi|envoyez|transmettez-nous|transmettez-moi|tirer|recevoir|rajouter|me trouver
    |nous trouver|trouver`,
  podThing: `preuve de livraison|preuve|pod|bon de livraison|bl|bon de livraison signe|bl signe|recepisse|emarge
    |recepisse emarge|justificatif|justificatif de livraison|lettre de voiture emargee|lettre de voiture signee
    |copie|document|cmr|signature|bordereau emarge|piece justificative`,
  dispute: `deposer|ouvrir|contester|soumettre|lancer|faire|initier|enregistrer|etablir|creer|introduire|presenter|saisir
    |formuler|traiter|envoyer|reclamer`,
  disputeThing: `litige|contestation|reclamation|facture|frais|supplement|surcharge|montant|difference|ecart|trop-percu
    |trop-facture|deduction|solde|tarif|hayon|attente|frais de hayon|frais de attente|poids|classe|avarie|manquant
    |dispute`,
  claim: `repondre|repondre a|repondre au|apporter|donner|envoyer|preparer|transmettre|traiter|fournir|rediger|faire`,
  claimThing: 'reclamation|plainte|litige|reclamation client',
  fix: `corriger|mettre a jour|modifier|changer|rectifier|ajuster|saisir|appliquer|effectuer|faire|enregistrer|traiter
    |passer|proceder a|entrer`,
  fixThing: `correction|correction de poids|correction de classe|ajustement|modification|rectification|facture
    |lettre de voiture|bordereau|fiche`,
  weightThing: 'poids|poids facture|poids reel|correction de poids|poids taxe',
  classThing: 'classe|classe facturee|classe de fret',
  consigneeThing: `destinataire|nom|nom du destinataire|adresse|adresse du destinataire|adresse de livraison|orthographe`,
  addThing: `hayon|frais de hayon|frais|supplement|livraison residentielle|livraison a domicile|prestation|accessoire
    |frais accessoires|service`,
  add: 'ajouter|rajouter|inclure|facturer',
  remove: 'retirer|supprimer|enlever',
  wants: `a besoin|a besoin de|a besoin du|a besoin de ce|en a besoin|demande|demandent|a demande|nous demande
    |nous a demande|reclame|nous reclame|a reclame|exige|attend|nous attend|souhaite|souhaite recevoir
    |souhaite avoir|veut|insiste pour|insiste|nous relance|relance|refuse de payer|refuse de payer sans
    |refuse de regler|refuse de nous payer|refuse le paiement|ne paie pas sans|ne paiera pas sans|ne veut pas payer
    |ne veut pas payer sans|ne a pas paye|nous a paye partiellement|nous a regle partiellement|a paye partiellement
    |a regle partiellement|a sous-paye|a moins paye|a deduit|a deduit de|a retenu|conteste|a conteste|nous a facture
    |a facture|nous facture|n'a pas recu|ne a pas recu|ne a jamais recu|ne retrouve pas|a perdu|a egare
    |est mecontent|bloque le paiement|bloque notre facture|bloque le reglement|avant de payer|le demande
    |se impatiente|en a besoin pour|a absolument besoin de|a absolument besoin du|a urgemment besoin de
    |a urgemment besoin du|nous le demande|nous le reclame|ne nous paie pas sans|ne nous paiera pas sans
    |ne veut pas nous payer sans|ne souhaite pas payer sans|refuse de nous payer sans|refuse de regler sans
    |refuse de regler la facture|refuse de regler notre facture|refuse de payer la facture
    |refuse de payer notre facture|refuse de payer la facture sans|refuse de payer notre facture sans
    |bloque notre paiement|bloque le paiement de notre facture|retient le paiement|retient notre paiement
    |attend toujours|attend le|attend ce|attend cette|nous sollicite|sollicite|nous a sollicites|a sollicite
    |a paye une partie|ne a paye que|ne a regle que|ne a regle que une partie de|ne a paye que une partie de
    |nous a deduit|a deduit le|a applique|nous a applique|a ajoute|a surfacture|nous a surfacture|a mal saisi
    |insiste pour avoir|insiste pour recevoir|insiste pour obtenir|est pressant|nous met la pression
    |est tres mecontent|appelle tous les jours|nous appelle tous les jours|souhaite obtenir|souhaite consulter
    |souhaite voir|veut voir|veut une|que nous ne avons pas demande|que nous ne avons pas demandee
    |que nous ne avons jamais demande|que nous ne avons jamais demandee|qui ne a pas ete utilise
    |qui ne a pas ete demande|qui ne a pas eu lieu|une attente injustifiee|nous a facture une attente|le reclame
    |la reclame|le reclame pour payer|le reclame pour regler|nous le reclame pour payer|le demande pour
    |le demande pour payer|le demande pour regler|en a besoin pour payer|en a besoin pour regler|le attend
    |le attend pour payer|ne veut pas regler sans|ne veut pas regler|ne reglera pas sans|ne regle pas sans
    |nous presse|nous harcele|en fait la demande|souhaite le recevoir|souhaite une copie|veut une copie
    |demande une copie|demande une preuve|demande la preuve|demande le justificatif|exige la preuve|exige une preuve
    |a besoin de la preuve|nous a relances|nous a relance|a relance|nous relance depuis lundi
    |nous relance depuis hier|nous relance tous les jours`,
  we: `nous avons ete sous-payes|nous avons ete factures|on nous a facture|nous ne avons pas|je ne ai pas
    |nous ne trouvons pas|nous ne retrouvons pas|je ne trouve pas|je ne retrouve pas|nous ne avons pas recu
    |nous ne avons pas demande|nous ne avons jamais demande|nous contestons|nous ne sommes pas de accord avec
    |le litige est ouvert|on nous le demande|nous en avons besoin|je en ai besoin|nous avons ete sous-payes sur
    |il nous manque|nous ne pouvons pas facturer sans|nous attendons|on nous a facture un|on nous a facture une
    |on nous a facture des|nous avons ete facture|nous avons ete factures de|nous avons ete factures pour
    |que nous ne avons pas demande|que nous ne avons pas demandee|que nous ne avons jamais demande
    |que nous ne avons jamais demandee|qui ne a pas ete utilise|qui ne a pas ete demande|qui ne a pas eu lieu
    |nous ne arrivons pas a retrouver|nous ne avons toujours pas recu|je ne ai toujours pas recu
    |nous ne avons toujours pas|je ne ai toujours pas|nous ne disposons pas de|nous ne disposons pas du
    |nous sommes en desaccord avec|nous avons egare|nous avons perdu|je ai egare|il y a eu de la casse sur
    |nous avons ete regles partiellement|nous avons recu une reclamation|nous avons recu la reclamation
    |nous avons recu cette reclamation|je ai recu la reclamation|nous devons repondre a|nous devons repondre
    |nous devons y repondre`,
  purpose: `pour facturer|pour pouvoir facturer|afin de facturer|afin de pouvoir facturer|pour nos dossiers
    |pour notre dossier|pour le audit|pour un audit|pour notre audit|pour la cloture|pour la comptabilite
    |pour notre comptabilite|pour le paiement|pour debloquer le paiement|afin de debloquer le paiement
    |afin de etre payes|pour etre payes|pour justifier|pour notre client|pour nos archives|afin que le client paie
    |afin que le client puisse payer|pour la cloture du mois|pour pouvoir etre payes|afin de pouvoir etre payes
    |pour que le client paie|pour que le client nous paie|pour que le client regle|afin que le client regle
    |afin que notre client paie|afin que notre client regle|afin que notre client puisse regler|pour le dossier
    |afin de completer le dossier|pour completer le dossier|pour completer notre dossier
    |afin de completer notre dossier|afin de solder le dossier|pour nos auditeurs|pour les auditeurs
    |pour notre service comptable|pour notre service comptabilite|pour la facturation|pour notre facturation
    |afin de liberer le paiement|pour liberer le paiement|pour obtenir le paiement|afin de obtenir le paiement
    |pour justifier la livraison|afin de justifier la livraison|pour son dossier|pour sa comptabilite
    |pour effectuer le paiement|pour proceder au paiement|afin de proceder au paiement|pour valider notre facture
    |afin de valider notre facture|pour debloquer notre facture|pour regler notre facture|pour nous regler
    |pour nous payer|avant de nous payer|avant de nous regler|pour lancer le paiement|pour effectuer le reglement
    |pour proceder au reglement`,
  is: `a ete utilise|a ete utilisee|a ete demande|a ete effectue|a ete effectuee|est arrive endommage
    |est arrivee endommagee|sont arrives endommages|sont arrivees endommagees|etait endommagee|etaient endommagees
    |etaient endommages|etait abimee|etaient abimees|etaient abimes|est errone|est erronee|est incorrect
    |est incorrecte|est faux|est mal orthographie|ne est pas correct|ne est pas correcte|ne correspond pas a
    |ne correspond pas au|ne correspond pas|ne correspondent pas|doit etre|devrait etre|est de|etait de|manque
    |manquait|manquaient|manquent|a ete livre|a ete livree|est trop eleve|est trop elevee|est disponible
    |est en piece jointe|a ete mal saisi|a ete mal saisie|ne etait pas prevu|ne etait pas prevue
    |ne etait pas demande|ne figure pas|etait manquante|ne figure pas sur|ne correspond pas a la|est plus eleve que
    |est plus eleve|est superieur a|est superieur au|est inferieur a|est inferieur au|est de fait
    |a ete mal enregistre|a ete mal orthographie|est mal ecrit|comporte une erreur|comporte une faute
    |contient une erreur|ont ete endommages|ont ete endommagees|a ete endommage|a ete endommagee|a ete abime
    |ont ete abimees|sont arrivees abimees|sont arrives abimes|est arrivee abimee|est arrive abime
    |sont arrivees mouillees|sont arrives mouilles|etaient mouillees|etaient casses|etaient cassees
    |ne ont pas ete livres|ne ont pas ete livrees|ne a pas ete livre|ne a pas ete livree|a ete utilise lors de
    |a ete utilise a la|a ete utilise a|ne devrait pas etre|ne devrait pas figurer|ne devrait pas apparaitre
    |ne aurait pas du etre facture|ne aurait pas du etre facturee|ne est pas due|ne est pas du|ne est pas justifie
    |ne est pas justifiee|ne sont pas justifies`,
  recordNoun: 'facture|numero|no|pro|dossier|compte|date|detail|information|donnee|element|montant|reference',
  onBill: `sur la facture|de la facture|sur le bordereau|sur la lettre de voiture|dans le systeme|sur le document`,
  told: `a depose|a envoye|nous a envoye|a transmis|a emis|a signale|signale|indique|a indique|a confirme|confirme|dit
    |affirme|pretend|a note|a releve|a repese|dispose de un|dispose de`,
  got: 'nous avons recu',
  answerThing: 'reponse',
  it: 'y|la|le|comme suit|comme indique|comme ci-dessous|ci-dessous',
  count: `une palette|deux palettes|trois palettes|plusieurs cartons|deux cartons|trois cartons|un carton|plusieurs colis
    |deux colis|un colis|une partie de la marchandise`,
  unused: `ne a pas ete utilise|ne a pas ete demande|ne a pas ete demandee|ne a jamais ete demande|ne a pas ete effectue
    |ne a pas ete effectuee|ne a pas ete realise|ne a pas ete realisee|ne a jamais ete utilise
    |ne a jamais ete demandee|ne etait pas necessaire|ne etait pas prevu au contrat|ne est pas prevu au contrat
    |ne est pas prevue au contrat|ne a pas eu lieu|ne est pas justifie|ne est pas justifiee|ne ont pas ete demandes
    |ne ont pas ete utilises|ne sont pas prevus|ne figure pas au contrat|ne figure pas dans le contrat
    |ne est pas conforme|que nous ne avons pas commande|que nous ne avons pas commandee
    |ne etaient pas prevus au contrat|ne etaient pas prevus|ne etaient pas prevues|ne etaient pas justifies
    |ne sont pas dus|ne sont pas prevus au contrat|ne ont pas ete convenus|ne a pas ete convenu
    |ne ont jamais ete demandes|ne etaient pas demandes`,
  no: 'aucun|aucune',
  shown: `montre|indique|sans reserve|sans reserves|est sans reserve|est sans reserves|ne comporte aucune reserve
    |a ete signe sans reserve|prouve`,
  chargeThing: 'tarif|frais|supplement|surcharge|tarif facture|prix|attente|prestation',
  thisIs: 'il se agit de une|ce etait une|ce est une|ce etait un|il se agissait de une',
  participle: `signe|signee|emarge|emargee|ouvert|ouverte|joint|jointe|joints|endommage|pese|verse|expedie|expediee|demande
    |souhaite|concerne|concernee|tamponne|tamponnee|horodate|factures`,
};

const german: Phrases = {
  and: 'und|da|weil|denn|damit|sowie|u|dass',
  glue: `der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|von|vom|zu|zum|zur|fur|in|im|an|am|auf|aus|bei|beim|mit
    |nach|uber|gegen|gemass|laut|unser|unsere|unseren|unserem|unserer|unseres|ihr|ihre|ihren|ihrem|ihrer|euer|eure
    |eurem|mein|meine|meinen|meiner|diese|diesen|dieser|dieses|diesem|dies|es|uns|mir|ihnen|euch|bezuglich
    |betreffend|bzgl|wegen|aufgrund|lt|per|sich|ihn|dazu|hierzu|hierfur|dafur|davon|dessen|deren|wie|einmal|mal|kurz
    |auch|noch einmal|doch bitte|rein|zu der|zu dieser|zu diesem|als|anhand|zu ihrer|zu unserer|zu unserem|hiermit
    |noch|welche|darauf|daraus|hierauf|wir das|und zwar|so|sehr|etwas|auch bitte|zurzeit|fruh|aktuell|unter|in der
    |an der|auf der|dort|inkl|samt|nebst|gem|insgesamt|gesamt|sie|folgt`,
  noun: `sendung|lieferung|ladung|fracht|auftrag|bestellung|vertrag|tarif|angebot|wiegeschein|wiegekarte|verwiegung
    |nachverwiegung|wiegezertifikat|bericht|foto|fotos|zertifikat|terminal|system|tms|portal|lager|rampe|monat
    |folgende|folgenden|folgender|folgendes|folgendem|beigefugte|beigefugten|unterschriebene|unterschriebenen
    |unterschriebener|unterzeichneten|quittierten|gestempelten|offene|offenen|offener|neue|neuen|neuer|neues
    |korrekte|korrekten|richtige|richtigen|tatsachliche|tatsachlichen|vollstandige|lesbare|lesbaren|beschadigte
    |beschadigten|palette|paletten|karton|kartons|packstuck|packstucke|ware|produkt|material|dokument|unterlagen
    |unterlage|zeile|filiale|niederlassung|abrechnung|versand|transport|zugehorigen|zugehorige|original|aktuelle
    |aktuellen|gewunschten|entsprechende|entsprechenden|beteiligten|obige|untenstehende|untenstehenden|nachfolgende
    |nachfolgenden`,
  party: `kunde|kunden|kundin|absender|versender|empfanger|empfangers|spediteur|spedition|frachtfuhrer|lieferant
    |lieferanten|fahrer|lager|prufer|wirtschaftsprufer|versicherung|bank|buchhaltung|rechnungsabteilung|abteilung
    |team|chef|chefin|leitung|kollege|kollegin|kollegen|einkauf|disposition|dispo|mandant|transporteur|auftraggeber
    |controlling|revision|er|markt|reklamationsabteilung|debitorenbuchhaltung|vertrieb|kundenservice`,
  unit: `palette|paletten|karton|kartons|packstuck|packstucke|pfund|lbs|kg|stunde|stunden|minuten|kolli|colli`,
  here: `unten|s u|siehe unten|siehe|hier|hier ist|hier sind|hier die|hier kommt|anbei|nachfolgend|im folgenden
    |nachstehend|folgende|folgenden|folgendes|folgender|wie folgt|beigefugt|im anhang|wie besprochen|wie vereinbart
    |wie telefonisch besprochen|wie gewunscht|wie immer|wie ublich|wie angekundigt|wie versprochen
    |gemass unserem telefonat|laut telefonat|am telefon|telefonisch|heute morgen|heute fruh|gestern|weiter unten
    |bereits besprochen|noch eine anfrage|noch ein auftrag|eine neue anfrage|die nachste anfrage|noch eine
    |noch einer|untenstehend|untenstehende|nachfolgende|nachfolgenden|ubersende ich|sende ich|schicke ich
    |sende ich ihnen|schicke ich euch|sende ich euch|erhalten sie|finden sie|findet ihr|leite ich weiter|die angaben
    |die daten|die details|folgende angaben|folgende daten|die infos|angaben unten|daten unten|hier die nachste
    |hier noch eine|hier noch ein|hier der nachste|hier ein|hier eine|anbei wie besprochen|anbei die|anbei der
    |anbei das|anbei noch|anbei sende ich|anbei finden sie|anbei erhalten sie|anbei ubersende ich
    |hier wie besprochen|die gewunschten angaben|hier alle|alle angaben|alle daten|unten stehend|unten angegeben
    |unten genannten|unten genannte|unten angegebenen|unten aufgefuhrt|wie angegeben|wie unten angegeben|wie unten
    |zu folgender|zu folgendem|zur folgenden|zur unten|zu der unten|mit der bitte um`,
  request: 'anfrage|vorgang|auftrag|fall|aufgabe|bitte|anliegen|bearbeitung',
  isare: 'ist|sind|habe ich|haben wir|ich habe|wir haben|kommt|kommen|zur|mit der|um',
  when: `schnellstmoglich|baldmoglichst|so schnell wie moglich|so bald wie moglich|zeitnah|dringend|eilig|eilt|es eilt
    |es ist dringend|ist dringend|ist eilig|heute|heute noch|noch heute|sofort|umgehend|wenn moglich|falls moglich
    |sobald es euch passt|wenn ihr zeit habt|wenn sie zeit haben|wenn du zeit hast|bei gelegenheit|mit prioritat
    |vorrangig|bis freitag|bis montag|bis morgen|bis heute abend|bis ende der woche|bis monatsende
    |bis ende des monats|vor monatsende|diese woche|moglichst schnell|moglichst bald|asap|bis mittag|moglichst
    |nach moglichkeit|gerne|gern|schnell|kurz|noch schnell|mal schnell|bitte schnell|auf die schnelle|kurzfristig`,
  lead: `bitte|bitte ich|bitten wir|ich bitte sie|ich bitte euch|wir bitten sie|wir bitten um|ich bitte um|ich mochte
    |wir mochten|ich wurde gern|wir wurden gern|ich wurde gerne|wir wurden gerne|ich muss|wir mussen|bitte darum
    |mit der bitte um|mit der bitte|bitte um|hallo|moin|zusammen|team|seid so gut und|sei so gut und
    |seien sie so freundlich|wir wollen|ich will|helft uns|helfen sie uns|mit bitte um|ware super|es ware super
    |ware nett|es ware nett|danke fur|um|waere super wenn sie|es ware super wenn sie|es ware super wenn ihr
    |es ware toll wenn ihr|es ware schon wenn ihr|ware toll wenn ihr|ware super wenn ihr|ware super wenn du
    |ware nett wenn sie|ware nett wenn ihr|ich bitte darum|wir bitten darum|wir bitten euch
    |ich ware dankbar wenn sie|ich ware ihnen dankbar wenn sie|wir waren dankbar wenn sie
    |wir waren ihnen dankbar wenn sie|ich ware euch dankbar wenn ihr|konnten wir bitte|darf ich bitten|bitte auch
    |bitte einmal|bitte kurz`,
  ask: `konnen sie|konnten sie|konnt ihr|konntet ihr|kannst du|konntest du|wurden sie|wurdet ihr|wurdest du
    |ware es moglich|ist es moglich|kann jemand|konnte jemand|konnen sie bitte|konnten sie bitte|konnen sie uns
    |konnten sie uns|konntet ihr uns|konnt ihr uns|kannst du mir|kannst du uns|konntest du mir
    |haben sie die moglichkeit|magst du|mogen sie|konnten sie mir|konnen sie mir|konntest du uns|konnt ihr mir
    |konntet ihr mir|konnten sie fur uns|konnt ihr fur uns|kann jemand von euch|konnte jemand von euch
    |kann mir jemand|kann uns jemand|wurden sie uns|wurdet ihr uns|wurdest du uns|wurden sie mir|helft ihr uns
    |helfen sie uns|ware es euch moglich|ware es ihnen moglich|ist es euch moglich|darf ich dich bitten
    |darf ich euch bitten|darf ich sie bitten|wie geht es|wie geht`,
  need: `wir brauchen|ich brauche|wir benotigen|ich benotige|brauche|brauchen|benotige|benotigen|brauche ich|brauchen wir
    |benotige ich|benotigen wir|wir brauchten|ich brauchte|uns fehlt|mir fehlt|es fehlt|es fehlt uns|fehlt uns|fehlt
    |wir suchen|ich suche|wird benotigt|werden benotigt|benotigt|braucht|hatte ich gern|hatten wir gern|hatte gern
    |hatte gerne|ich hatte gern|ich hatte gerne|wir hatten gern|wir hatten gerne|fur die wir|brauchten wir
    |zu dem wir|wir benotigen dringend|ich benotige dringend|wir brauchen dringend|ich brauche dringend
    |ich brauchte noch|wir brauchten noch|wir benotigen noch|ich benotige noch|uns fehlt noch|mir fehlt noch
    |es fehlt noch|wir brauchten bitte|ich brauchte bitte|wir benotigen bitte|ich benotige bitte
    |ich hatte bitte gerne|wir bitten um ubersendung|bitte um ubersendung|bitte um zusendung|wir bitten um zusendung
    |ich bitte um zusendung|ich bitte um ubersendung|wird dringend benotigt|dringend benotigt|brauchen wir dringend
    |benotigen wir dringend|brauche ich dringend|fehlt uns noch|fehlt noch|liegt uns nicht vor
    |liegt uns noch nicht vor|liegt mir nicht vor|wir bitten um|ich bitte um|bitte um|brauchte bitte
    |ich brauchte bitte folgendes|brauchte`,
  do: `bearbeiten|erledigen|erledigen sie|durchfuhren|ausfuhren|veranlassen|veranlassen sie|anstossen|kummern
    |kummert euch|kummern sie sich|kummere dich|helfen|weiterhelfen|behilflich sein|in die wege leiten|umsetzen
    |bearbeitung|erledigung|weiterbearbeitung|schauen sie|starten|weitere bearbeitung|veranlassung|unterstutzen
    |zu bearbeiten|zu erledigen|ausfuhrung|zu veranlassen|drum kummern|darum kummern|kummern konnten
    |erledigen konnten|bearbeiten konnten|bearbeiten konntet|erledigen konntet|durchzufuhren|umsetzung`,
  kind: `hallo|hi|hey|moin|moin moin|servus|guten morgen|guten tag|guten abend|gruss gott|gruezi|liebe|lieber|liebes
    |sehr geehrte|sehr geehrter|danke|dankeschon|vielen dank|herzlichen dank|besten dank|tausend dank|ich danke
    |wir danken|danke dir|danke euch|danke schon|gruss|grusse|viele|beste|besten|freundliche|freundlichen
    |liebe grusse|schone|schonen|mit freundlichen|mit besten|mit herzlichen|mit vielen|mfg|vg|lg|einen|ein
    |ich wunsche|wir wunschen|entschuldigung|entschuldigt|entschuldigen sie|sorry|tut mir leid|vorab|schon mal
    |herzliche|bis bald|frohe|gutes|sonnige|hab|habt|haben sie|im voraus|alles gute|merci|wie geht es|wie geht
    |hallo zusammen|ich bedanke mich|wir bedanken uns|ganz herzlichen dank|vielen lieben dank|lieben dank|danke fur
    |danke im|schones|wunsche|wunschen|allen|gruss aus|grusse aus|freundlichst|herzlichst|herzlich|sonnige grusse
    |frohes|sorry fur|bitte entschuldigen sie|bitte entschuldigt|entschuldigen sie bitte|ich entschuldige mich
    |ein schones|eine schone|einen schonen`,
  kindly: `zusammen|team|kollegen|kolleginnen|und|damen|herren|alle|allen|allerseits|herr|herrn|frau|dr|ihr|euch|ihnen|dir
    |fur|die|den|das|der|dem|eure|ihre|deine|hilfe|unterstutzung|muhe|bemuhungen|zusammenarbeit|zeit|geduld
    |ruckmeldung|antwort|schnelle|rasche|prompte|gute|tolle|nette|im voraus|vorab|schon mal|schon einmal|voraus|dank
    |danke|gruss|grusse|grussen|freundlichen|freundliche|besten|beste|viele|vielen|herzliche|herzlichen|schone
    |schonen|schones|einen|ein|eine|tag|abend|woche|wochenende|feierabend|nachmittag|morgen noch|restwoche
    |start in die woche|start|in die woche|sonniges|angenehmen|angenehmes|guten|gutes|aus|sehr|nochmal|nochmals
    |wie immer|liebe|liebes|fruhen|kurzfristige|storung|die storung|die kurzfristige anfrage|noch|wunsche|wunschen
    |ich|wir|hiermit|allerbesten|lieben|lieber|geehrte|geehrter|liebe kolleginnen|weihnachten|feiertage|wunscht
    |vorweg|dafur|bereits|auch|mal|dem verschneiten|eine gute|sonnigen|entspanntes|ruhigen|rest der|unterstutzen
    |helfen|kummern|die muhe|eure zeit|fur alles|fur deine|fur ihre|fur eure|allseits|kollegin|geehrten|fruh|spate
    |die spate mail|unannehmlichkeiten|die unannehmlichkeiten|aufwand|den aufwand|gern|gerne|unkomplizierte|schon
    |schon jetzt|prompte erledigung|erledigung|rasche erledigung|schnelle erledigung|schnelle bearbeitung
    |bearbeitung|baldige`,
  hope: 'ich hoffe|wir hoffen|hoffe|hoffentlich|hoffen',
  hoping: `dass|es|sie|ihr|du|euch|ihnen|dir|allen|geht|gut|hattet|hatten|hattest|ein|einen|eine|schones|schonen|schone
    |gutes|guten|erholsames|wochenende|tag|woche|start|in die woche|urlaub|feiertage|alles|bei|bestens|seid|sind
    |bist|gut aus dem urlaub zuruck|und|die|hatte|erholt`,
  offer: `bei fragen|bei ruckfragen|fur ruckfragen|fur fragen|fur weitere|falls sie|falls ihr|sollten sie|solltet ihr
    |sollten noch|sollten|wenn sie noch|wenn ihr noch|falls noch|melden sie sich|meldet euch|melde dich
    |geben sie bescheid|gebt bescheid|gib bescheid|sagt bescheid|sag bescheid|ich freue mich auf|wir freuen uns auf
    |ich stehe|wir stehen|stehe|gerne|rufen sie mich|ruft mich|bitte melden sie sich bei|bitte meldet euch bei
    |bei weiteren fragen|bei fragen melden`,
  offering: `ich|wir|ihnen|euch|sie|stehe|stehen|gern|gerne|jederzeit|zur verfugung|fragen|ruckfragen|weitere|weiteren|noch
    |informationen|angaben|unterlagen|etwas|fehlen|fehlt|benotigen|benotigt|brauchen|braucht|haben|habt|melden
    |melden sie sich|meldet euch|bei|mir|uns|bitte|einfach|kurz|bescheid|geben|gebt|ihre|eure|deine|ruckmeldung
    |antwort|baldige|schnelle|telefonisch|per mail|an|erreichbar|bin|sind|und|oder|fur|zur|so|sich|offen|sein|unter
    |durchwahl|der|dafur|naturlich|bestatigung|auch|weiter`,
  report: `bitte bestatigen sie|bitte bestatigt|bitte bestatigen|bitte geben sie mir|bitte geben sie uns|bitte gebt mir
    |bitte gebt uns|bitte um|bitte um kurze|ich bitte um|wir bitten um|bitte kurz|gebt mir bitte|geben sie mir bitte
    |gib mir bitte|sagt mir bitte|bitte um kurze ruckmeldung|bescheid|bitte informieren sie|bitte informiert
    |mit der bitte um|um|um kurze|bitte sag|bitte sagt|uber eine|uber eine kurze|bitte halten sie|bitte haltet
    |eine kurze`,
  done: `den erhalt|erhalt|den eingang|eingang|eingangsbestatigung|empfangsbestatigung|bestatigung
    |bescheid wenn es erledigt ist|wenn es erledigt ist|wenn das erledigt ist|sobald es erledigt ist
    |sobald das erledigt ist|nach erledigung|sobald erledigt|wenn erledigt|wenn es fertig ist|sobald es fertig ist
    |sobald eingereicht|kurze bestatigung|uns auf dem laufenden|mich auf dem laufenden|wenn der beleg da ist
    |bescheid wenn erledigt|bescheid sobald es erledigt ist|ruckmeldung nach erledigung
    |kurze ruckmeldung nach erledigung|wenn ihr ihn habt|sobald ihr ihn habt`,
  alone: `zur bearbeitung|zur weiteren bearbeitung|zur erledigung|zur weiteren veranlassung|fur unsere unterlagen
    |fur unsere akten|ok|okay|klar|gern|gerne|mein name ist|ich vertrete|ich bin neu hier|ich bin neu im team
    |hier nochmal|entschuldigung fur die storung|sorry fur die storung|es geht um|zur info und bearbeitung|nur kurz`,
  placing: `der|die|das|vom|von|aus|frau|herr|herrn|diese woche|buchhaltung|abteilung|im|in|bitte|danke|sendung|lieferung
    |folgende|diese|um|rechnung|reklamation`,
  which: 'welche|welcher|welches|was|und|wie lautet|wie ist|und die|um welche',
  pod: `ziehen|zieht|ziehen sie|holen|holt|besorgen|besorgt|besorgen sie|abrufen|senden|senden sie|sendet|zusenden
    |zuschicken|schicken|schickt|schicken sie|schick|beschaffen|herunterladen|runterladen|weiterleiten|bereitstellen
    |anfordern|fordern|heraussuchen|raussuchen|zukommen lassen|ubermitteln|ubersenden|mailen|hochladen|anhangen
    |beifugen|hinzufugen|laden|hangen|fugen sie|fugt|bei|hoch|zur verfugung stellen|suchen|nachreichen|zu|aus|an
    |ablegen|zuschickt|zusenden konnten|zusenden konntet|schicken konnten|schicken konntet|besorgen konnten
    |besorgen konntet|ziehen konnten|ziehen konntet|herausziehen|rausziehen|abholen|organisieren|runterziehen|zieh
    |hol|besorg|hangt|hochladt|anhangt|ladt`,
  podThing: `ablieferbeleg|ablieferbelege|abliefernachweis|ablieferungsnachweis|zustellnachweis|zustellbeleg|liefernachweis
    |lieferschein|empfangsbestatigung|pod|beleg|belege|nachweis|quittung|frachtbrief|cmr|kopie|unterschrift
    |unterschriebenen lieferschein|dokument|ablieferquittung|rollkarte|scan|pod-beleg|empfangsquittung
    |nachweis der zustellung`,
  dispute: `einreichen|reicht|reichen sie|einlegen|legen sie|legt|widersprechen|beanstanden|reklamieren|anfechten|eroffnen
    |offnen|stellen|anmelden|anlegen|starten|erfassen|erheben|aufmachen|ein|bearbeiten|vorgehen|melden|einlegt
    |geltend machen|widersprecht|reklamiert|reklamieren sie|beanstandet|fechten sie|einzureichen|einzulegen
    |zu widersprechen|zu beanstanden|anlegt|anzulegen`,
  disputeThing: `widerspruch|reklamation|beanstandung|einspruch|dispute|rechnung|frachtrechnung|gebuhr|gebuhren|zuschlag
    |zuschlage|kosten|betrag|differenz|kurzung|abzug|minderzahlung|standgeld|hebebuhne|hebebuhnengebuhr
    |hebebuhnenzuschlag|tarif|gewicht|klasse|schaden|fehlmenge|restbetrag|nachforderung|position`,
  claim: `beantworten|beantwortet|beantworten sie|antworten|antwortet|antworten sie|erwidern|bearbeiten|stellung nehmen
    |geben|senden|schicken|verfassen|beantwortung|reagieren|einreichen|erstellen|zu beantworten|reagiert
    |antworten mussen|beantworten mussen|zu antworten|beantworten konnten|beantworten konntet|antwortet bitte`,
  claimThing: `reklamation|schadenmeldung|schadensmeldung|anspruch|schadenanzeige|schadensanspruch|beschwerde|forderung
    |schadensreklamation|claim|schadenfall`,
  fix: `korrigieren|korrigiert|korrigieren sie|andern|andert|anpassen|passt|aktualisieren|eintragen|tragen sie|tragt
    |erfassen|berichtigen|buchen|eingeben|vornehmen|durchfuhren|hinterlegen|einpflegen|ein|an|einspielen|umsetzen
    |bearbeiten|zu korrigieren|zu andern|anzupassen|korrigiert werden|geandert werden|angepasst werden|aktualisiert
    |aktualisieren sie|passen sie|andern sie|berichtigen sie|vorzunehmen|nachtragen|abandern|umstellen`,
  fixThing: `korrektur|gewichtskorrektur|klassenkorrektur|anpassung|berichtigung|rechnung|frachtbrief|sendungsdaten
    |adresskorrektur|abrechnung|namenskorrektur|anderung`,
  weightThing: 'gewicht|abgerechnete gewicht|rechnungsgewicht|gewichtskorrektur|bruttogewicht|frachtgewicht|lbs',
  classThing: 'klasse|frachtklasse|klassenkorrektur',
  consigneeThing: `empfanger|empfangers|empfangername|empfangernamen|empfangeradresse|name|namen|adresse|anschrift|lieferadresse
    |schreibweise|adresskorrektur|namenskorrektur`,
  addThing: `hebebuhne|hebebuhnengebuhr|hebebuhnenzuschlag|zuschlag|gebuhr|nebenleistung|zusatzleistung|privatzustellung
    |privatadresse|leistung`,
  add: 'hinzufugen|erganzen|erganzt|erganzen sie|berechnen|aufnehmen|zubuchen|eintragen|hinzu|erfassen',
  remove: 'entfernen|entfernt|entfernen sie|herausnehmen|rausnehmen|streichen',
  wants: `benotigt|benotigen|braucht|brauchen|verlangt|verlangen|fordert|fordern|bittet um|mochte|mochten|hatte gern
    |hatte gerne|will|wollen|wartet|wartet auf|wartet dringend auf|wartet schon|wartet darauf|besteht auf|fragt nach
    |fragt standig nach|hat angefordert|hat angefragt|angefordert|angefragt|hat nachgefragt|drangt|drangelt
    |macht druck|ruft standig an|fragt taglich nach|zahlt nicht ohne|zahlt sonst nicht|zahlt erst mit
    |will nicht zahlen|weigert sich zu zahlen|hat gekurzt|gekurzt|hat die rechnung gekurzt|hat zu wenig gezahlt
    |zu wenig gezahlt|hat zu wenig bezahlt|zu wenig bezahlt|hat nur einen teil bezahlt|hat nicht vollstandig gezahlt
    |hat abgezogen|abgezogen|einbehalten|hat einbehalten|bestreitet|beanstandet|reklamiert|hat reklamiert
    |hat beanstandet|hat berechnet|berechnet|in rechnung gestellt|hat nicht erhalten|nicht erhalten|findet nicht
    |hat verloren|verloren|die zahlung|erwartet|erwarten|zahlt nicht|verweigert die zahlung|zahlt ohne beleg nicht
    |zahlt ohne nachweis nicht|zahlt ohne ablieferbeleg nicht|zahlt ohne den beleg nicht|zahlt ohne pod nicht
    |fragt nach dem|fragt nach einem|fragt jeden tag nach|hat bereits mehrfach nachgefragt|hat mehrfach nachgefragt
    |fragt schon zum|wartet schon auf|wartet noch auf|wartet noch immer auf|wartet nur noch auf
    |zahlt erst nach vorlage|zahlt erst nach erhalt|zahlt die rechnung nicht ohne|zahlt uns nicht ohne
    |bezahlt nicht ohne|bezahlt die rechnung nicht ohne|halt die zahlung zuruck|halt unsere zahlung zuruck
    |behalt die zahlung ein|bezahlt sonst nicht|zahlt uns sonst nicht|nur teilweise gezahlt|nur teilweise bezahlt
    |teilweise bezahlt|nicht vollstandig bezahlt|zu wenig uberwiesen|falsch berechnet|zu viel berechnet
    |zu hoch berechnet|doppelt berechnet|zusatzlich berechnet|berechnet die|aufgeschlagen|beschwert sich
    |hat sich beschwert|beschwert|moniert|kurzt|lehnt die zahlung ab|pocht auf|erbittet|ersucht um|bittet uns um
    |hatte gerne den|hatte gern den|hatte gern einen|hatte gerne einen|macht schon druck|rechnung gekurzt
    |reklamiert hat|nachgefragt|danach gefragt|angemahnt|hatte gerne eine kopie|wartet schon darauf|wartet dringend
    |wartet dringend darauf|fragt schon danach|fragt schon|fragt danach|fragt jeden tag|fragt jeden tag danach
    |besteht darauf|benotigt ihn|braucht ihn|braucht den|benotigt diesen|benotigt diesen fur|zahlt erst mit beleg
    |zahlt erst wenn er den beleg hat|will sonst nicht zahlen|will ohne beleg nicht zahlen
    |mochte ohne beleg nicht zahlen|hat ihn angefordert|hat diesen angefordert|hat den beleg angefordert
    |hat den ablieferbeleg angefordert|hat einen schaden gemeldet|reklamiert einen|reklamiert eine
    |hat zu viel berechnet|zu viel abgerechnet|falsch abgerechnet`,
  we: `wir haben keinen|wir haben keine|wir haben noch keinen|uns liegt kein ablieferbeleg vor|wir widersprechen
    |der dispute ist offen|wir beanstanden|die reklamation ist offen|wir benotigen ihn|wir brauchen ihn
    |uns wurde zu viel berechnet|wir finden keinen|wir haben leider keinen|uns liegt noch kein
    |uns wurde zu wenig gezahlt|wir haben bisher keinen|ich habe keinen|ich habe noch keinen
    |wir haben nach wie vor keinen|uns liegt kein ablieferbeleg|uns liegt noch kein ablieferbeleg
    |liegt uns noch nicht vor|ich finde keinen|wir haben den ablieferbeleg noch nicht erhalten
    |wir haben den beleg noch nicht erhalten|uns wurde eine hebebuhne berechnet|uns wurde standgeld berechnet
    |wir haben eine reklamation erhalten|wir haben die reklamation erhalten|wir haben folgende reklamation erhalten
    |haben wir eine reklamation|auf die wir antworten mussen|wir mussen darauf antworten|darauf mussen wir antworten
    |wir mussen antworten`,
  purpose: `fur die abrechnung|zur abrechnung|fur unsere abrechnung|fur die buchhaltung|fur unsere unterlagen
    |fur unsere akten|fur die prufung|fur die revision|fur den monatsabschluss|zum nachweis|als nachweis
    |fur die zahlungsfreigabe|damit wir abrechnen konnen|damit wir fakturieren konnen|um abrechnen zu konnen
    |damit der kunde zahlt|damit die rechnung bezahlt wird|fur den kunden|fur die versicherung
    |zum nachweis der zustellung|fur unseren kunden|damit der kunde bezahlt|fur das audit
    |fur die freigabe der zahlung|zur freigabe der zahlung|um die rechnung freizugeben
    |damit die rechnung freigegeben wird|damit unsere rechnung bezahlt wird|um unsere rechnung zu bezahlen`,
  is: `wurde benutzt|wurde genutzt|wurde verwendet|wurde benotigt|war beschadigt|waren beschadigt|wurde beschadigt
    |kam beschadigt an|kamen beschadigt an|kam nass an|kam unvollstandig an|fehlte|fehlten|fehlt|fehlen|ist falsch
    |war falsch|ist nicht korrekt|ist nicht richtig|ist inkorrekt|ist falsch geschrieben|ist zu hoch|war zu hoch
    |stimmt nicht mit|passt nicht zum|passt nicht zur|muss|muss lauten|sollte|betragt|liegt vor|liegt bei|liegt
    |ist im tms|ist im system|ist im tms hinterlegt|wurde zugestellt|wurde geliefert|wurde falsch erfasst
    |falsch erfasst|wurde falsch eingegeben|wurde falsch berechnet|wurde berechnet|wurden berechnet
    |wurde verspatet geliefert|ist offen|lauten|uberein|sein|hinterlegt|wurde bei der zustellung benotigt
    |wurde bei der zustellung genutzt|wurde bei der anlieferung benotigt|wurde bei der zustellung verwendet
    |wurde bei zustellung benutzt|ist beschadigt angekommen|sind beschadigt angekommen|kamen nass an|kam beschadigt
    |kamen beschadigt|waren zerbrochen|war zerbrochen|waren nass|war nass|waren aufgerissen|war aufgerissen
    |haben gefehlt|hat gefehlt|fehlten bei der zustellung|passt nicht|passen nicht|entspricht nicht
    |ist nicht gerechtfertigt|war nicht gerechtfertigt|ist nicht berechtigt|wurde falsch angegeben
    |ist falsch angegeben|wurde falsch ubernommen|wurde falsch eingetragen|ist falsch eingetragen|ist falsch erfasst
    |wurde falsch geschrieben|hat einen tippfehler|hat einen schreibfehler|enthalt einen tippfehler
    |enthalt einen schreibfehler|ist hoher als|war hoher als|ist niedriger als|war niedriger als|soll sein|muss sein
    |muss heissen|soll heissen|lautet|liegt im tms|liegt im system|liegt der akte bei|wurde im terminal nachgewogen
    |wurde nachgewogen|vorhanden|liegen vor|liegt uns vor|wurde vergessen|fehlt auf der rechnung
    |fehlt in der rechnung`,
  recordNoun: `rechnung|frachtrechnung|nummer|nr|pro|pro-nummer|konto|akte|datum|angabe|angaben|daten|detail|info|infos
    |information|informationen|betrag|referenz|zahlung`,
  onBill: `auf der rechnung|in der rechnung|der rechnung|in der abrechnung|auf dem frachtbrief|im system|im tms
    |auf der frachtrechnung|bei der zustellung|bei der anlieferung|bei zustellung|bei anlieferung|bei abholung
    |beim transport|vom terminal|im terminal|auf dieser rechnung|dieser sendung|der sendung|der lieferung
    |laut wiegeschein|laut fahrer|laut versender|laut empfanger|mit dem wiegeschein|mit der rechnung|zum wiegeschein
    |zur vereinbarung|in der frachtrechnung|beim entladen|bei ankunft`,
  aux: 'hat|haben',
  told: `bestatigt|hat bestatigt|meldet|hat gemeldet|gemeldet|gibt an|sagt|behauptet|eingereicht|hat eingereicht
    |geschickt|hat geschickt|vermerkt|hat verwogen|nachgewogen|nachverwogen|reklamation eingereicht|verfugt uber
    |hat eine rampe`,
  got: `uns liegt eine|uns liegt die|liegt uns|wir haben|uns liegt|mir liegt|ich habe|haben wir|eingegangen ist
    |bei uns ist`,
  answerThing: 'antwort|stellungnahme',
  it: 'es|diese|diesen|darauf|das|ihn|wie folgt|folgendes|entsprechend|wie unten|dies|dagegen',
  count: `eine palette|zwei paletten|drei paletten|mehrere kartons|zwei kartons|drei kartons|ein karton|einige kartons
    |zwei packstucke|ein packstuck|mehrere paletten|ein teil der ware`,
  unused: `wurde nicht genutzt|wurde nicht verwendet|wurde nicht benutzt|wurde nicht bestellt|wurde nicht angefordert
    |wurde nicht beauftragt|wurde nicht benotigt|war nicht notig|war nicht vereinbart|wurde nie bestellt
    |wurde nicht vereinbart|wurde nicht erbracht|wurde nicht in anspruch genommen|wurde nicht mit berechnet
    |wurde nicht berechnet|war nicht bestellt|war nicht beauftragt|war nicht erforderlich|wurde nie angefordert
    |wurde nie benutzt|wurde nie genutzt|war nie vereinbart|ist nicht vereinbart|ist im vertrag nicht vorgesehen
    |war nicht vorgesehen|ist nicht gerechtfertigt|ist unberechtigt|war unberechtigt|haben wir nicht bestellt
    |haben wir nicht beauftragt|haben wir nie bestellt|wurden nicht bestellt|wurden nicht vereinbart
    |kam nicht zum einsatz|steht nicht im vertrag|steht nicht im angebot`,
  no: 'kein|keine|keinen',
  shown: `zeigt|weist|aus|ohne vorbehalt|ist ohne vorbehalt|ist reine|ist sauber|wurde ohne vorbehalt unterschrieben
    |rein quittiert|ohne vorbehalte|ohne beanstandung|belegt`,
  chargeThing: 'tarif|satz|preis|zuschlag|gebuhr|frachtsatz|kosten|standgeld|position|hebebuhne',
  gotEnd: 'erhalten|bekommen|vor|eingegangen|vorliegen|bearbeiten mussen|auf dem tisch',
  thisIs: 'es war eine|das war eine|es handelt sich um eine|es handelte sich um eine|es ist eine|das ist eine',
};

export const phrases: readonly Phrases[] = [english, spanish, french, german];

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words with which people take back, put off, or correct: no names, whatever their first letter. */
export const takesBack = list(`
  cancel cancelled canceled cancellation void stop hold wait pause ignore disregard forget scrap scratch strike kill
  drop skip delete remove withdraw withdrawn withdrew retract revoke recall undo reverse reject decline deny suspend
  postpone delay defer abort freeze leave done settled resolved sorted handled draft test testing sample example
  template dummy fake oops replace amend revise hypothetical demo pretend assume suppose imagine check verify confirm
  nevermind actually wip tbd hypothetically figures turns stattdessen storno stornieren storniert stornierung
  abbrechen abbruch stopp stoppen warten wartet ignorieren vergessen vergesst erledigt hinfallig entwurf muster
  beispiel testmail ubung fehler falsch irrtum korrektur zuruck zuruckziehen loschen streichen verschieben cancelar
  cancelado cancelen cancelada cancelacion anular anulado anulen detener detengan alto esperar esperen espere ignorar
  ignoren olvidar olviden borrador prueba ejemplo plantilla equivocado corregido retirar retiren resuelto listo jamais
  annuler annule annulez annulation attendre attendez arreter arretez ignorer ignorez oublier oubliez laisser laissez
  brouillon exemple modele essai erreur faux retirer retirez suspendre reporter regle resolu sit scrapped holding
  waiting
`);

/** With those, the words that are no names though they begin with a capital: at the start of a sentence, and as nouns. */
export const neverNames: ReadonlySet<string> = new Set([
  ...takesBack,
  ...list(`
  aber after all already although another anyhow anyway anyways are ask aucun aucune back be been before bis both but
  ca can cannot ceci cela change changed close closed consider correction could das deja did dies do doch does
  dont duplicate each elle elles ellos er error erst es eso esto every except excepto falls found get give go got had
  halt handle has hasta have he however i ich if igual ihr il ils instead is it jamas je keep kein keine keinen kindly
  later let mais make may maybe meme might mistake must nada nadie ne nein neither never nicht nichts nie niemals
  niemand ninguno no nobody non none nor not nothing nous nunca nur off ohne on once only other others out paid pas
  perhaps pero personne please practice quand regardless rien salvo sans sauf see seulement she should si sie sin
  sobald sofern solo solved spater tell that them these they this those though till training trotzdem unless until
  vous was we wenn were whether will wir without would wrong ya you
`),
]);

/** What stands small in a signature. */
export const signatureWords = list(`
  of and the at for in on to de del la el los y e des du et le les von der die das und fur im am d l und van den da di c o a b x ext cell office direct fax tel phone mobile main desk specialist manager
  coordinator clerk supervisor analyst department dept team billing accounting accounts receivable payable claims logistics freight operations ops dispatch customer service inc llc ltd corp gmbh kg ag sarl sas sa cv
  www com http https email e-mail mail suite floor street st ave road rd blvd
`);
